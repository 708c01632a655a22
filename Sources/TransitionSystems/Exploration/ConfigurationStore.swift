import Synchronization

/// The configurations that a search has met: whether one is known, and which one led to it first.
///
/// A hash table of 64-bit slots in shards that grow one by one. What is known is found without a
/// lock; a lock is taken to add. *Exact* keeps each configuration's words, packed, and compares
/// them: a slot says where they lie, behind the configuration's number. *Compact* keeps 64 bits of
/// fingerprint instead, and may take two configurations for one: a slot holds the number.
///
/// `@unchecked Sendable` holds because slots and links are atomic, tables are replaced under a
/// shard's lock and kept until no reader can have them, and everything else of an entry is written
/// before its slot is published.
package final class ConfigurationStore: @unchecked Sendable {
  /// What is kept of a configuration.
  package enum Mode: Sendable {
    case exact
    case compact
  }

  /// What became of a visit.
  package struct Visit: Equatable {
    package enum Kind {
      /// Met before, and not from a later parent.
      case known
      /// Met for the first time.
      case new
      /// Met before in this round, but from a parent further on.
      case earlier
    }

    package let kind: Kind
    /// The configuration's number in the store.
    package let number: UInt32

    /// Whether there is nothing to do about it.
    package var isKnown: Bool { if case .known = kind { true } else { false } }
    package var isNew: Bool { if case .new = kind { true } else { false } }
  }

  package let mode: Mode
  /// The bytes of each encoding; -1 where they differ.
  private let size: Int
  private let capacity: Int
  /// Whether several threads visit at once.
  let isShared: Bool
  let arena = Arena()
  private let links = SegmentedArray<UInt32>()
  private let fingerprints = SegmentedArray<UInt64>()
  private let shards: UnsafeMutablePointer<Shard>
  private let nextNumber = Atomic<UInt32>(0)
  /// The lowest number that may be given in the current round; changed while nobody visits.
  private var firstNumber: UInt32 = 0

  private static var shardBits: UInt32 { 7 }
  private static var shardCount: Int { 1 << shardBits }
  /// Numbers handed to a writer at once.
  private static var numberBlock: UInt32 { 64 }

  /// One part of the table.
  private struct Shard: ~Copyable {
    let lock = Mutex(())
    let table = Atomic<UInt>(0)
    let size = Atomic<Int>(0)
    var count = 0
    var replaced: [UnsafeMutableRawPointer] = []
  }

  /// A table: its size in the first word, then the slots.
  private typealias Slots = UnsafeMutablePointer<Atomic<UInt64>>

  /// Makes an empty store.
  ///
  /// - Parameters:
  ///   - size: The bytes that every configuration is encoded in; nil where they differ or are not
  ///     known.
  ///   - capacity: Bytes of encodings after which it counts as full. One addresses 16 GiB of them;
  ///     what is left is for what comes between two looks.
  package init(_ mode: Mode, workers: Int, size: Int? = nil, capacity: Int = 15 << 30) {
    self.mode = mode
    self.size = size ?? -1
    self.capacity = capacity
    isShared = workers > 1
    shards = .allocate(capacity: Self.shardCount)
    for index in 0..<Self.shardCount {
      (shards + index).initialize(to: Shard())
      shards[index].table.store(UInt(bitPattern: Self.makeTable(16)), ordering: .relaxed)
    }
  }

  deinit {
    for index in 0..<Self.shardCount {
      UnsafeMutableRawPointer(bitPattern: shards[index].table.load(ordering: .relaxed))?
        .deallocate()
      for table in shards[index].replaced { table.deallocate() }
    }
    shards.deinitialize(count: Self.shardCount)
    shards.deallocate()
  }

  private static func makeTable(_ size: Int) -> UnsafeMutableRawPointer {
    let bytes = (size + 1) * 8
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 8)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    memory.storeBytes(of: UInt64(size), as: UInt64.self)
    return memory
  }

  // MARK: Visiting

  /// Looks a configuration up, and adds it if it is not there.
  ///
  /// - Parameter parent: The place of the configuration that led here, in the order of the search;
  ///   `.max` for an initial one.
  /// Complexity: one hash, one probe on average, and no allocation where it is known.
  package func visit(
    _ words: UnsafeBufferPointer<UInt64>, from parent: UInt32, by writer: StoreWriter
  ) -> Visit {
    prepare(words, writer)
    return visit(structuralFingerprint(ofWords: words), parent, writer)
  }

  /// Visits successors of one configuration, in order.
  ///
  /// Each visit of a large store waits for memory twice, for a slot and for what it points to:
  /// what all of them need is asked for before the first of them needs it.
  func visit(_ successors: Successors, from parent: UInt32, by writer: StoreWriter) {
    let count = successors.entryCount
    let entries = successors.entries
    for index in 0..<count {
      let fingerprint = structuralFingerprint(ofWords: successors.words(of: index))
      let tag = UInt32(truncatingIfNeeded: fingerprint &>> 32)
      let (slots, size) = table(of: shards + Int(tag &>> (32 &- Self.shardBits)))
      entries[index].fingerprint = fingerprint
      entries[index].slot = slots + start(of: tag, among: UInt64(size))
    }
    // Apart from what computes them, so that the processor has many of these on their way.
    for index in 0..<count {
      entries[index].found = entries[index].slot?.pointee.load(ordering: .acquiring) ?? 0
    }
    var fetched: UInt64 = 0
    for index in 0..<count {
      let tag = UInt32(truncatingIfNeeded: entries[index].fingerprint &>> 32)
      if UInt32(truncatingIfNeeded: entries[index].found &>> 32) != tag {
        entries[index].found = candidate(tag)
      }
      if entries[index].found != 0 {
        fetched &+= fetch(UInt32(truncatingIfNeeded: entries[index].found) &- 1)
      }
    }
    writer.fetched &+= fetched
    for index in 0..<count {
      let words = successors.words(of: index)
      let (fingerprint, found) = (entries[index].fingerprint, entries[index].found)
      prepare(words, writer)
      let visit: Visit
      if found != 0,
        let number = number(ofSame: UInt32(truncatingIfNeeded: found) &- 1, fingerprint, writer)
      {
        visit = meet(number, parent &+ 1)
      } else {
        visit = self.visit(fingerprint, parent, writer)
      }
      successors.note(index, visit)
    }
  }

  /// The first slot that a configuration's entry may be in; 0 where there is none.
  @inline(__always)
  private func candidate(_ tag: UInt32) -> UInt64 {
    let (slots, size) = table(of: shards + Int(tag &>> (32 &- Self.shardBits)))
    var position = start(of: tag, among: UInt64(size))
    while true {
      let slot = slots[position].load(ordering: .acquiring)
      if slot == 0 || UInt32(truncatingIfNeeded: slot &>> 32) == tag { return slot }
      position &+= 1
      if position == size { position = 0 }
    }
  }

  /// Reads the beginning of what is compared with an entry.
  @inline(__always)
  private func fetch(_ entry: UInt32) -> UInt64 {
    switch mode {
    case .exact: UInt64(arena.address(entry).load(as: UInt32.self))
    case .compact: fingerprints.address(entry).pointee
    }
  }

  /// Has a writer look at what is kept of a configuration.
  @inline(__always)
  private func prepare(_ words: UnsafeBufferPointer<UInt64>, _ writer: StoreWriter) {
    if size >= 0 {
      writer.packed.take(words, size: size)
    } else if mode == .exact {
      writer.packed.pack(words)
    }
  }

  /// Visits the configuration that the writer looks at.
  private func visit(_ fingerprint: UInt64, _ parent: UInt32, _ writer: StoreWriter) -> Visit {
    let tag = UInt32(truncatingIfNeeded: fingerprint &>> 32)
    let shard = shards + Int(tag &>> (32 &- Self.shardBits))
    // An initial configuration has the lowest link, which no other parent can replace.
    let link = parent &+ 1
    if !isShared { return add(fingerprint, tag, shard, link, writer) }
    if let number = find(fingerprint, tag, shard, writer) { return meet(number, link) }
    return shard.pointee.lock.withLock { _ in add(fingerprint, tag, shard, link, writer) }
  }

  /// The number of a configuration; nil where it was not met.
  package func number(
    of words: UnsafeBufferPointer<UInt64>, by writer: StoreWriter
  ) -> UInt32? {
    let fingerprint = structuralFingerprint(ofWords: words)
    let tag = UInt32(truncatingIfNeeded: fingerprint &>> 32)
    prepare(words, writer)
    return find(fingerprint, tag, shards + Int(tag &>> (32 &- Self.shardBits)), writer)
  }

  @inline(__always)
  private func start(of tag: UInt32, among size: UInt64) -> Int {
    let rest = UInt64(tag &<< Self.shardBits)
    return Int(truncatingIfNeeded: (rest &* size) &>> 32)
  }

  @inline(__always)
  private func table(of shard: UnsafeMutablePointer<Shard>) -> (slots: Slots, size: Int) {
    let table = shard.pointee.table.load(ordering: .acquiring)
    guard let memory = UnsafeMutableRawPointer(bitPattern: table) else {
      preconditionFailure("Internal error: a shard without a table")
    }
    let size = memory.load(as: Int.self)
    return ((memory + 8).assumingMemoryBound(to: Atomic<UInt64>.self), size)
  }

  private func find(
    _ fingerprint: UInt64, _ tag: UInt32, _ shard: UnsafeMutablePointer<Shard>,
    _ writer: StoreWriter
  ) -> UInt32? {
    let (slots, size) = table(of: shard)
    var position = start(of: tag, among: UInt64(size))
    while true {
      let slot = slots[position].load(ordering: .acquiring)
      if slot == 0 { return nil }
      if UInt32(truncatingIfNeeded: slot &>> 32) == tag {
        if let number = number(ofSame: UInt32(truncatingIfNeeded: slot) &- 1, fingerprint, writer) {
          return number
        }
      }
      position &+= 1
      if position == size { position = 0 }
    }
  }

  /// Finds or adds, where no other thread can add to the shard.
  private func add(
    _ fingerprint: UInt64, _ tag: UInt32, _ shard: UnsafeMutablePointer<Shard>,
    _ link: UInt32, _ writer: StoreWriter
  ) -> Visit {
    let (slots, size) = table(of: shard)
    var position = start(of: tag, among: UInt64(size))
    while true {
      let slot = slots[position].load(ordering: .relaxed)
      if slot == 0 { break }
      if UInt32(truncatingIfNeeded: slot &>> 32) == tag {
        if let number = number(ofSame: UInt32(truncatingIfNeeded: slot) &- 1, fingerprint, writer) {
          return meet(number, link)
        }
      }
      position &+= 1
      if position == size { position = 0 }
    }
    let (number, entry) = write(fingerprint, link, writer)
    slots[position].store(UInt64(tag) &<< 32 | UInt64(entry &+ 1), ordering: .releasing)
    shard.pointee.count &+= 1
    if shard.pointee.count &* 5 > size &* 4 { grow(shard) }
    writer.added &+= 1
    return Visit(kind: .new, number: number)
  }

  /// What to say of a configuration that is there: the earliest parent is kept.
  @inline(__always)
  private func meet(_ number: UInt32, _ link: UInt32) -> Visit {
    // Parents come in order: only what was met in this round may have been met from a later one,
    // and that only where several threads take them.
    guard isShared, number >= firstNumber else { return Visit(kind: .known, number: number) }
    let entry = UnsafeMutableRawPointer(links.address(number))
      .assumingMemoryBound(to: Atomic<UInt32>.self)
    var current = entry.pointee.load(ordering: .relaxed)
    while link < current {
      let (done, seen) = entry.pointee.compareExchange(
        expected: current, desired: link, ordering: .relaxed)
      if done { return Visit(kind: .earlier, number: number) }
      current = seen
    }
    return Visit(kind: .known, number: number)
  }

  /// The number of the configuration that an entry is about, if it is the one that is visited.
  @inline(__always)
  private func number(
    ofSame entry: UInt32, _ fingerprint: UInt64, _ writer: StoreWriter
  ) -> UInt32? {
    switch mode {
    case .compact: return fingerprints.address(entry).pointee == fingerprint ? entry : nil
    case .exact:
      let kept = UnsafeRawPointer(arena.address(entry))
      return writer.packed.equals(kept + 4) ? kept.load(as: UInt32.self) : nil
    }
  }

  /// Keeps the configuration that is visited; returns its number and what a slot says of it.
  private func write(
    _ fingerprint: UInt64, _ link: UInt32, _ writer: StoreWriter
  ) -> (number: UInt32, entry: UInt32) {
    if writer.number == writer.lastNumber {
      writer.number = nextNumber.add(Self.numberBlock, ordering: .relaxed).oldValue
      writer.lastNumber = writer.number &+ Self.numberBlock
      links.reserve(writer.lastNumber &- 1)
      if mode == .compact { fingerprints.reserve(writer.lastNumber &- 1) }
    }
    let number = writer.number
    writer.number &+= 1
    links.address(number).pointee = link
    switch mode {
    case .exact: return (number, writer.keep(number, in: arena))
    case .compact:
      fingerprints.address(number).pointee = fingerprint
      return (number, number)
    }
  }

  /// Gives a shard a table of half as many slots more.
  private func grow(_ shard: UnsafeMutablePointer<Shard>) {
    let (slots, size) = table(of: shard)
    let larger = size * 3 / 2
    let memory = Self.makeTable(larger)
    let room = (memory + 8).assumingMemoryBound(to: UInt64.self)
    for index in 0..<size {
      let slot = slots[index].load(ordering: .relaxed)
      guard slot != 0 else { continue }
      var position = start(of: UInt32(truncatingIfNeeded: slot &>> 32), among: UInt64(larger))
      while room[position] != 0 {
        position &+= 1
        if position == larger { position = 0 }
      }
      room[position] = slot
    }
    let old = UnsafeMutableRawPointer(slots) - 8
    shard.pointee.table.store(UInt(bitPattern: memory), ordering: .releasing)
    if isShared { shard.pointee.replaced.append(old) } else { old.deallocate() }
  }

  // MARK: Between rounds

  /// Begins a round: its parents come after those of all rounds before it.
  func beginRound(_ writers: [StoreWriter]) {
    firstNumber = writers.reduce(nextNumber.load(ordering: .relaxed)) { first, writer in
      writer.number < writer.lastNumber ? min(first, writer.number) : first
    }
  }

  /// Frees the tables that readers may have had; called while nobody visits.
  package func freeReplaced() {
    for index in 0..<Self.shardCount {
      for table in shards[index].replaced { table.deallocate() }
      shards[index].replaced.removeAll()
    }
  }

  /// The place of the configuration that led to one first; `.max` for an initial one.
  package func parent(of number: UInt32) -> UInt32 { links.address(number).pointee &- 1 }

  /// Configurations that can be told apart: they are numbered in 32 bits, a few less than all.
  private static var mostNumbers: UInt32 { .max - 1 << 24 }

  /// Why no more should be added; nil as long as there is room.
  package func fullness(writers: [StoreWriter]) -> String? {
    if mode == .exact && writers.reduce(0, { $0 + $1.keptBytes }) > capacity {
      return "the 16 GiB that one search can keep of configurations are nearly full "
        + "(--compact keeps less of each)"
    }
    return nextNumber.load(ordering: .relaxed) > Self.mostNumbers
      ? "it has met as many configurations as can be numbered, some four thousand million" : nil
  }

  /// Bytes of memory for what is visited: the table, the encodings, the links.
  package func bytes(writers: [StoreWriter]) -> Int {
    var sum = 0
    for index in 0..<Self.shardCount {
      let (_, size) = table(of: shards + index)
      sum += 8 * size
    }
    let entries = Int(nextNumber.load(ordering: .relaxed))
    sum += entries * (mode == .exact ? 4 : 12)
    return sum + writers.reduce(0) { $0 + $1.keptBytes }
  }
}
