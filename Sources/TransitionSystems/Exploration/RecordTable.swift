/// Configurations whose keys are kept apart from the table.
///
/// A slot is a word that says where they lie, behind the configuration's number, and holds 32 bits
/// of fingerprint, so that few are compared in vain.
final class RecordTable: ConfigurationTable {
  /// Whether keys differ in how many bytes they are, which comes before them then.
  private let countsBytes: Bool
  private let numbering: Numbering
  let shards: TableShards
  private let arena = Arena()

  /// Where one that is visited may be.
  struct Probe {
    let tag: UInt32
    let line: TableShards.Words
    /// The slot of the line that it may be found by; 0 for none.
    var found: UInt64 = 0
  }

  init(countsBytes: Bool, _ numbering: Numbering) {
    self.countsBytes = countsBytes
    self.numbering = numbering
    shards = TableShards(width: 1, isShared: numbering.isShared)
  }

  func visit(
    _ key: ConfigurationKey, _ link: UInt32, _ writer: StoreWriter
  ) -> ConfigurationStore.Visit {
    visit(key, Self.tag(key.fingerprint), link, writer)
  }

  /// Each visit of a large table waits for memory twice, for a slot and for what it points to: what
  /// all of them need is asked for before the first of them needs it.
  func visit(_ successors: Successors, _ writer: StoreWriter) {
    // By addresses of its own: what may be written to elsewhere would be read again each time.
    let (entries, keys, parents) = (
      successors.entries.first, successors.keys, successors.parents.first
    )
    let count = successors.entries.count
    writer.recordProbes.count = 0
    writer.recordProbes.reserve(count)
    let probes = writer.recordProbes.first
    for index in 0..<count {
      let tag = Self.tag(entries[index].key(in: keys).fingerprint)
      let line = shards.table(of: shards.shard(of: tag)).line(of: tag)
      (probes + index).initialize(to: Probe(tag: tag, line: line))
    }
    var fetched: UInt64 = 0
    // Apart from what computes them, so that the processor has many of these on their way.
    for index in 0..<count { fetched &+= probes[index].line.pointee.load(ordering: .relaxed) }
    for index in 0..<count {
      let found = Self.find(probes[index].tag, in: probes[index].line)
      probes[index].found = found
      if found != 0 {
        fetched &+= UInt64(arena.address(Self.location(found)).load(as: UInt32.self))
      }
    }
    writer.fetched &+= fetched
    for index in 0..<count {
      let entry = entries[index]
      let (key, found) = (entry.key(in: keys), probes[index].found)
      let link = Numbering.link(to: parents[Int(entry.parent)].place)
      let visit: ConfigurationStore.Visit
      if found != 0, let number = number(of: key, at: Self.location(found)) {
        visit = numbering.meet(number, link)
      } else {
        visit = self.visit(unseen: key, probes[index], link, writer)
      }
      if !visit.isKnown { successors.note(entry, visit) }
    }
  }

  func number(of key: ConfigurationKey, _ writer: StoreWriter) -> UInt32? {
    let tag = Self.tag(key.fingerprint)
    return find(key, tag, shards.shard(of: tag))
  }

  @inline(__always)
  private static func tag(_ word: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: word &>> 32) }

  /// Where what a slot points to lies.
  @inline(__always)
  private static func location(_ slot: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: slot) &- 1 }

  /// A slot of a line with a tag; 0 where none has it, or where it is 0 as that of free slots.
  ///
  /// Without branches, for which of them it is cannot be foretold.
  @inline(__always)
  private static func find(_ tag: UInt32, in line: TableShards.Words) -> UInt64 {
    var found: UInt64 = 0
    for index in 0..<TableShards.lineWords {
      let slot = line[index].load(ordering: .acquiring)
      found = Self.tag(slot) == tag ? slot : found
    }
    return found
  }

  /// Visits what is not in the slot of a line that it may be found by.
  private func visit(
    unseen key: ConfigurationKey, _ probe: Probe, _ link: UInt32, _ writer: StoreWriter
  ) -> ConfigurationStore.Visit {
    let shard = shards.shard(of: probe.tag)
    let table = shards.table(of: shard)
    // Unless a slot of the line has the tag, maybe since it was looked at, or it is that of free
    // slots too; the shard has grown; or another thread may have added to the line.
    if !numbering.isShared, table.line(of: probe.tag) == probe.line, probe.tag != 0,
      Self.find(probe.tag, in: probe.line) == 0
    {
      if let free = shards.free(in: probe.line) {
        return add(key, probe.tag, at: free, shard, link, writer)
      }
      return findOrAdd(key, probe, from: table.line(after: probe.line), table, link, writer)
    }
    return visit(key, probe.tag, link, writer)
  }

  private func visit(
    _ key: ConfigurationKey, _ tag: UInt32, _ link: UInt32, _ writer: StoreWriter
  ) -> ConfigurationStore.Visit {
    let shard = shards.shard(of: tag)
    if numbering.isShared, let number = find(key, tag, shard) {
      return numbering.meet(number, link)
    }
    return shards.locked(shard) {
      let table = shards.table(of: shard)
      let probe = Probe(tag: tag, line: table.line(of: tag))
      return findOrAdd(key, probe, from: probe.line, table, link, writer)
    }
  }

  private func find(_ key: ConfigurationKey, _ tag: UInt32, _ shard: Int) -> UInt32? {
    let table = shards.table(of: shard)
    guard case .taken(let number) = place(key, tag, from: table.line(of: tag), table) else {
      return nil
    }
    return number
  }

  private enum Place {
    /// The number of the configuration that is visited.
    case taken(UInt32)
    /// The slot that it would go to.
    case free(TableShards.Words)
  }

  /// Looks through a shard from a line on: the key's own, or the next if that is full of others.
  private func place(
    _ key: ConfigurationKey, _ tag: UInt32, from start: TableShards.Words,
    _ table: TableShards.Table
  ) -> Place {
    var line = start
    while true {
      for index in 0..<TableShards.lineWords {
        let slot = line[index].load(ordering: .acquiring)
        if slot == 0 { return .free(line + index) }
        if Self.tag(slot) == tag, let number = number(of: key, at: Self.location(slot)) {
          return .taken(number)
        }
      }
      line = table.line(after: line)
    }
  }

  /// Finds or adds, where no other thread can add to the shard.
  ///
  /// - Parameter line: Its own, or the one after that if it is not in that, which is full.
  private func findOrAdd(
    _ key: ConfigurationKey, _ probe: Probe, from line: TableShards.Words,
    _ table: TableShards.Table, _ link: UInt32, _ writer: StoreWriter
  ) -> ConfigurationStore.Visit {
    switch place(key, probe.tag, from: line, table) {
    case .taken(let number): return numbering.meet(number, link)
    case .free(let free):
      let slot = shards.slot(in: probe.line, or: free, tag: probe.tag)
      return add(key, probe.tag, at: slot, shards.shard(of: probe.tag), link, writer)
    }
  }

  @inline(__always)
  private func add(
    _ key: ConfigurationKey, _ tag: UInt32, at slot: TableShards.Words,
    _ shard: Int, _ link: UInt32, _ writer: StoreWriter
  ) -> ConfigurationStore.Visit {
    let number = numbering.number(link, writer)
    let location = writer.keep(number, key, countsBytes: countsBytes, in: arena)
    slot.pointee.store(UInt64(tag) &<< 32 | UInt64(location &+ 1), ordering: .releasing)
    if shards.noteAdded(to: shard) {
      shards.grow(shard) { Self.tag($0.pointee.load(ordering: .relaxed)) }
    }
    return .init(kind: .new, number: number)
  }

  /// The number of the configuration whose record lies somewhere, if it is the one with a key.
  @inline(__always)
  private func number(of key: ConfigurationKey, at location: UInt32) -> UInt32? {
    let record = UnsafeRawPointer(arena.address(location))
    if countsBytes {
      // First: what is kept may end before as many bytes do.
      guard record.load(fromByteOffset: 4, as: UInt32.self) == UInt32(key.count),
        memoryEquals(record + 8, key.start, key.count)
      else { return nil }
    } else if !memoryEquals(record + 4, key.start, key.count) {
      return nil
    }
    return record.load(as: UInt32.self)
  }
}
