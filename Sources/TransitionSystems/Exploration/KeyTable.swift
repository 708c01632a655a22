/// Configurations of which so little is kept that a slot of the table holds it: a few bytes of
/// encoding, or a fingerprint.
///
/// A slot is two words. The first and three bytes of the second are the key; then come a byte that
/// says in which round it was added, and the configuration's number. The four slots of a line are
/// looked at together: most visits wait for memory once.
final class KeyTable: ConfigurationTable {
  /// What a key is made of.
  enum Key {
    case fingerprint
    /// The encoding itself.
    case encoding
  }

  /// The bytes of encodings that a slot has room for.
  static var sizes: ClosedRange<Int> { 1...11 }

  private let key: Key
  private let numbering: Numbering
  let shards: TableShards

  /// The bits of a slot's second word that are compared: the key's end, and that it is taken.
  private static var keyMask: UInt64 { 0x1FF_FFFF }
  private static var taken: UInt64 { 1 << 24 }

  /// One that is visited: the key as a slot holds it, and where it is looked for first.
  struct Probe {
    let first: UInt64
    let second: UInt64
    let line: TableShards.Words
    let tag: UInt32
  }

  init(of key: Key, _ numbering: Numbering) {
    self.key = key
    self.numbering = numbering
    shards = TableShards(width: 2, isShared: numbering.isShared)
  }

  func visit(
    _ key: ConfigurationKey, _ link: UInt32, _ writer: StoreWriter
  ) -> ConfigurationStore.Visit {
    let (first, second) = slot(of: key)
    return visit(
      first, second, tag(first, second), link, writer, isLikelyNew: false)
  }

  func visit(_ successors: Successors, _ writer: StoreWriter) {
    // Apart, so that what is the same for all of them is decided once.
    switch key {
    case .encoding: visit(successors, writer, Self.encoding)
    case .fingerprint: visit(successors, writer, Self.fingerprint)
    }
  }

  @inline(__always)
  private func visit(
    _ successors: Successors, _ writer: StoreWriter,
    _ slot: (ConfigurationKey) -> (UInt64, UInt64)
  ) {
    // By addresses of its own: what may be written to elsewhere would be read again each time.
    let (entries, keys, parents) = (
      successors.entries.first, successors.keys, successors.parents.first
    )
    let count = successors.entries.count
    writer.keyProbes.count = 0
    writer.keyProbes.reserve(count)
    let probes = writer.keyProbes.first
    let (shards, numbering) = (shards, numbering)
    let isShared = numbering.isShared
    let stamp = Self.stamp(numbering.round)
    for index in 0..<count {
      let (first, second) = slot(entries[index].key(in: keys))
      let tag = tag(first, second)
      let line = shards.table(of: shards.shard(of: tag)).line(of: tag)
      (probes + index).initialize(to: Probe(first: first, second: second, line: line, tag: tag))
    }
    // Apart from what computes them, so that the processor has many of these on their way.
    var fetched: UInt64 = 0
    for index in 0..<count { fetched &+= probes[index].line.pointee.load(ordering: .relaxed) }
    writer.fetched &+= fetched
    for index in 0..<count {
      let probe = probes[index]
      let found = Self.find(probe.first, probe.second, in: probe.line, isShared: isShared)
      if found != 0 && (!isShared || found & Self.stampMask != stamp) { continue }
      let entry = entries[index]
      let link = Numbering.link(to: parents[Int(entry.parent)].place)
      let visit =
        found != 0
        ? numbering.meet(Self.number(found), link)
        : self.visit(unseen: probe, link, writer)
      if !visit.isKnown { successors.note(entry, visit) }
    }
  }

  func number(of key: ConfigurationKey, _ writer: StoreWriter) -> UInt32? {
    let (first, second) = slot(of: key)
    let tag = tag(first, second)
    let table = shards.table(of: shards.shard(of: tag))
    let place = place(first, second, from: table.line(of: tag), table)
    guard case .taken(let found) = place else { return nil }
    return Self.number(found)
  }

  // MARK: Keys

  /// A key as a slot holds it.
  @inline(__always)
  private func slot(of key: ConfigurationKey) -> (UInt64, UInt64) {
    switch self.key {
    case .fingerprint: Self.fingerprint(key)
    case .encoding: Self.encoding(key)
    }
  }

  @inline(__always)
  private static func fingerprint(_ key: ConfigurationKey) -> (UInt64, UInt64) {
    (key.fingerprint, taken)
  }

  @inline(__always)
  private static func encoding(_ key: ConfigurationKey) -> (UInt64, UInt64) {
    let words = key.words
    return (words.0, words.1 | taken)
  }

  /// 32 bits that say where a key is looked for.
  @inline(__always)
  private func tag(_ first: UInt64, _ second: UInt64) -> UInt32 {
    switch key {
    case .fingerprint: UInt32(truncatingIfNeeded: first &>> 32)
    case .encoding:
      UInt32(truncatingIfNeeded: structuralFingerprint(of: first, second & Self.keyMask) &>> 32)
    }
  }

  // MARK: Slots

  /// The bits of a slot's second word that say in which round it was added, roughly.
  private static var stampMask: UInt64 { 0xFE00_0000 }

  @inline(__always)
  private static func stamp(_ round: UInt32) -> UInt64 { UInt64(round & 0x7F) &<< 25 }

  @inline(__always)
  private static func number(_ second: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: second &>> 32)
  }

  /// The second word of the slot of a line that holds a key; 0 where none does.
  ///
  /// Without branches, for which of them it is cannot be foretold.
  ///
  /// - Parameter isShared: Whether another thread may put another key in a slot meanwhile: it takes
  ///   the second word away before it writes the first.
  @inline(__always)
  private static func find(
    _ first: UInt64, _ second: UInt64, in line: TableShards.Words, isShared: Bool
  ) -> UInt64 {
    let (a, b) = (line[1].load(ordering: .acquiring), line[3].load(ordering: .acquiring))
    let (c, d) = (line[5].load(ordering: .acquiring), line[7].load(ordering: .acquiring))
    var (found, slot) = (UInt64(0), 1)
    if holds(line[0].load(ordering: .acquiring), a, first, second) { (found, slot) = (a, 1) }
    if holds(line[2].load(ordering: .acquiring), b, first, second) { (found, slot) = (b, 3) }
    if holds(line[4].load(ordering: .acquiring), c, first, second) { (found, slot) = (c, 5) }
    if holds(line[6].load(ordering: .acquiring), d, first, second) { (found, slot) = (d, 7) }
    // Numbers are in it: it does not come back.
    if isShared, found != line[slot].load(ordering: .relaxed) { return 0 }
    return found
  }

  @inline(__always)
  private static func holds(
    _ slotFirst: UInt64, _ slotSecond: UInt64, _ first: UInt64, _ second: UInt64
  ) -> Bool {
    (slotFirst ^ first) | ((slotSecond ^ second) & keyMask) == 0
  }

  private enum Place {
    /// The second word of the slot that holds the key.
    case taken(UInt64)
    /// The slot that it would go to.
    case free(TableShards.Words)
  }

  /// Looks through a shard from a line on: the key's own, or the next if that is full of others.
  @inline(__always)
  private func place(
    _ first: UInt64, _ second: UInt64, from start: TableShards.Words, _ table: TableShards.Table
  ) -> Place {
    var line = start
    while true {
      let found = Self.find(first, second, in: line, isShared: numbering.isShared)
      if found != 0 { return .taken(found) }
      if let free = shards.free(in: line) { return .free(free) }
      line = table.line(after: line)
    }
  }

  /// Visits what is not in the line in which it is looked for first.
  @inline(__always)
  private func visit(
    unseen probe: Probe, _ link: UInt32, _ writer: StoreWriter
  ) -> ConfigurationStore.Visit {
    let free = shards.free(in: probe.line)
    let shard = shards.shard(of: probe.tag)
    let table = shards.table(of: shard)
    // Unless the shard has grown since, or another thread may have added to the line.
    if !numbering.isShared, table.line(of: probe.tag) == probe.line {
      if let free { return add(probe.first, probe.second, at: free, shard, link, writer) }
      return findOrAdd(probe, from: table.line(after: probe.line), table, link, writer)
    }
    return visit(
      probe.first, probe.second, probe.tag, link, writer, isLikelyNew: free != nil)
  }

  private func visit(
    _ first: UInt64, _ second: UInt64, _ tag: UInt32, _ link: UInt32, _ writer: StoreWriter,
    isLikelyNew: Bool
  ) -> ConfigurationStore.Visit {
    let shard = shards.shard(of: tag)
    // Without a lock, unless it is as good as certain that it is not there.
    if numbering.isShared, !isLikelyNew {
      let table = shards.table(of: shard)
      if case .taken(let found) = place(first, second, from: table.line(of: tag), table) {
        return numbering.meet(Self.number(found), link)
      }
    }
    return shards.locked(shard) {
      let table = shards.table(of: shard)
      let probe = Probe(first: first, second: second, line: table.line(of: tag), tag: tag)
      return findOrAdd(probe, from: probe.line, table, link, writer)
    }
  }

  /// Finds or adds, where no other thread can add to the shard.
  ///
  /// - Parameter line: Its own, or the one after that if it is not in that, which is full.
  @inline(never)
  private func findOrAdd(
    _ probe: Probe, from line: TableShards.Words, _ table: TableShards.Table, _ link: UInt32,
    _ writer: StoreWriter
  ) -> ConfigurationStore.Visit {
    switch place(probe.first, probe.second, from: line, table) {
    case .taken(let found): return numbering.meet(Self.number(found), link)
    case .free(let free):
      let slot = shards.slot(in: probe.line, or: free, tag: probe.tag)
      return add(
        probe.first, probe.second, at: slot, shards.shard(of: probe.tag), link, writer)
    }
  }

  @inline(__always)
  private func add(
    _ first: UInt64, _ second: UInt64, at slot: TableShards.Words,
    _ shard: Int, _ link: UInt32, _ writer: StoreWriter
  ) -> ConfigurationStore.Visit {
    let number = numbering.number(link, writer)
    slot[0].store(first, ordering: .releasing)
    slot[1].store(
      second | Self.stamp(numbering.round) | UInt64(number) &<< 32, ordering: .releasing)
    if shards.noteAdded(to: shard) { grow(shard) }
    return .init(kind: .new, number: number)
  }

  @inline(never)
  private func grow(_ shard: Int) {
    shards.grow(shard) { slot in
      tag(slot[0].load(ordering: .relaxed), slot[1].load(ordering: .relaxed))
    }
  }
}
