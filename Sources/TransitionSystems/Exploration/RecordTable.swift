/// Configurations whose words are kept, packed, apart from the table.
///
/// A slot is a word that says where they lie, behind the configuration's number, and holds 32 bits
/// of fingerprint, so that few are compared in vain.
final class RecordTable: ConfigurationTable {
  /// The bytes of each encoding; -1 where they differ.
  private let size: Int
  private let numbering: Numbering
  private let shards: TableShards
  private let arena = Arena()

  /// Where one that is visited may be.
  struct Probe {
    let fingerprint: UInt64
    let line: TableShards.Words
    /// The slot of the line that it may be found by; 0 for none.
    var found: UInt64 = 0
  }

  init(size: Int?, _ numbering: Numbering) {
    self.size = size ?? -1
    self.numbering = numbering
    shards = TableShards(width: 1, isShared: numbering.isShared)
  }

  func visit(
    _ words: UnsafeBufferPointer<UInt64>, _ link: UInt32, _ writer: StoreWriter
  ) -> ConfigurationStore.Visit {
    prepare(words, writer)
    return visit(structuralFingerprint(ofWords: words), link, writer)
  }

  /// Each visit of a large table waits for memory twice, for a slot and for what it points to: what
  /// all of them need is asked for before the first of them needs it.
  func visit(_ successors: Successors, _ writer: StoreWriter) {
    // By addresses of its own: what may be written to elsewhere would be read again each time.
    let (entries, words, parents) = (
      successors.entries.first, successors.words, successors.parents.first
    )
    let count = successors.entries.count
    writer.recordProbes.count = 0
    writer.recordProbes.reserve(count)
    let probes = writer.recordProbes.first
    for index in 0..<count {
      let fingerprint = structuralFingerprint(ofWords: entries[index].words(in: words))
      let tag = Self.tag(fingerprint)
      let line = shards.table(of: shards.shard(of: tag)).line(of: tag)
      (probes + index).initialize(to: Probe(fingerprint: fingerprint, line: line))
    }
    var fetched: UInt64 = 0
    // Apart from what computes them, so that the processor has many of these on their way.
    for index in 0..<count { fetched &+= probes[index].line.pointee.load(ordering: .relaxed) }
    for index in 0..<count {
      let found = Self.find(Self.tag(probes[index].fingerprint), in: probes[index].line)
      probes[index].found = found
      if found != 0 {
        fetched &+= UInt64(arena.address(Self.location(found)).load(as: UInt32.self))
      }
    }
    writer.fetched &+= fetched
    for index in 0..<count {
      let entry = entries[index]
      let (fingerprint, found) = (probes[index].fingerprint, probes[index].found)
      let link = Numbering.link(to: parents[Int(entry.parent)].place)
      prepare(entry.words(in: words), writer)
      let visit: ConfigurationStore.Visit
      if found != 0, let number = number(at: Self.location(found), writer) {
        visit = numbering.meet(number, link)
      } else {
        visit = self.visit(fingerprint, link, writer)
      }
      if !visit.isKnown { successors.note(entry, visit) }
    }
  }

  func number(of words: UnsafeBufferPointer<UInt64>, _ writer: StoreWriter) -> UInt32? {
    let tag = Self.tag(structuralFingerprint(ofWords: words))
    prepare(words, writer)
    return find(tag, shards.shard(of: tag), writer)
  }

  func freeReplaced() { shards.freeReplaced() }

  var bytes: Int { shards.bytes }

  @inline(__always)
  private static func tag(_ word: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: word &>> 32) }

  /// Where what a slot points to lies.
  @inline(__always)
  private static func location(_ slot: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: slot) &- 1 }

  /// A slot of a line with a tag; 0 where none has it.
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

  /// Has a writer look at what is kept of a configuration.
  @inline(__always)
  private func prepare(_ words: UnsafeBufferPointer<UInt64>, _ writer: StoreWriter) {
    if size >= 0 { writer.packed.take(words, size: size) } else { writer.packed.pack(words) }
  }

  /// Visits the configuration that the writer looks at.
  private func visit(
    _ fingerprint: UInt64, _ link: UInt32, _ writer: StoreWriter
  ) -> ConfigurationStore.Visit {
    let tag = Self.tag(fingerprint)
    let shard = shards.shard(of: tag)
    if numbering.isShared, let number = find(tag, shard, writer) {
      return numbering.meet(number, link)
    }
    return shards.locked(shard) { add(tag, shard, link, writer) }
  }

  private func find(
    _ tag: UInt32, _ shard: Int, _ writer: StoreWriter
  ) -> UInt32? {
    guard case .taken(let number) = place(tag, shard, writer) else { return nil }
    return number
  }

  private enum Place {
    /// The number of the configuration that is visited.
    case taken(UInt32)
    /// The slot that it would go to.
    case free(TableShards.Words)
  }

  private func place(
    _ tag: UInt32, _ shard: Int, _ writer: StoreWriter
  ) -> Place {
    let table = shards.table(of: shard)
    var line = table.line(of: tag)
    while true {
      for index in 0..<TableShards.lineWords {
        let slot = line[index].load(ordering: .acquiring)
        if slot == 0 { return .free(line + index) }
        if Self.tag(slot) == tag, let number = number(at: Self.location(slot), writer) {
          return .taken(number)
        }
      }
      line = table.line(after: line)
    }
  }

  /// Finds or adds, where no other thread can add to the shard.
  private func add(
    _ tag: UInt32, _ shard: Int, _ link: UInt32,
    _ writer: StoreWriter
  ) -> ConfigurationStore.Visit {
    switch place(tag, shard, writer) {
    case .taken(let number): return numbering.meet(number, link)
    case .free(let slot):
      let number = numbering.number(link, writer)
      let location = writer.keep(number, in: arena)
      slot.pointee.store(UInt64(tag) &<< 32 | UInt64(location &+ 1), ordering: .releasing)
      if shards.noteAdded(to: shard) {
        shards.grow(shard) { Self.tag($0.pointee.load(ordering: .relaxed)) }
      }
      return .init(kind: .new, number: number)
    }
  }

  /// The number of the configuration whose record lies somewhere, if it is the one visited.
  @inline(__always)
  private func number(at location: UInt32, _ writer: StoreWriter) -> UInt32? {
    let record = UnsafeRawPointer(arena.address(location))
    return writer.packed.equals(record + 4) ? record.load(as: UInt32.self) : nil
  }
}
