import Synchronization

/// The shards of a hash table, which grow one by one.
///
/// A configuration's *tag*, 32 bits of its hash, says which shard it belongs to and in which line
/// of that one it is looked for first. A line is one of the processor's cache: its slots are taken
/// in order, and when all are, the next line goes on. A full shard is replaced by one of twice the
/// size; shards begin with different sizes, so that they are not full all at once, and all of them
/// together are as full at any time. What is known is found without a lock; where several threads
/// visit, a lock is taken to add.
///
/// `@unchecked Sendable` holds because slots are atomic, tables are replaced under a shard's lock
/// and kept until no reader can have them, and the rest of a shard is touched under its lock or
/// while nobody visits.
final class TableShards: @unchecked Sendable {
  /// What is written to at each addition.
  ///
  /// Apart from where tables lie, which every visit reads, and from that of other shards: threads
  /// that write to one line of the cache wait for each other.
  private struct Part: ~Copyable {
    let lock = Mutex(())
    /// The slots that are taken.
    var count = 0
    var replaced: [UnsafeMutableRawPointer] = []
    private let padding: (Pad, Pad, Pad, Pad, Pad, Pad) = (.zero, .zero, .zero, .zero, .zero, .zero)
    private typealias Pad = SIMD2<UInt64>
  }

  /// Where a slot's words lie, or a line's. The last word of a slot that is taken is not 0.
  typealias Words = UnsafeMutablePointer<Atomic<UInt64>>

  private let isShared: Bool
  /// Words of a slot.
  private let width: Int
  /// By shard: where its slots lie; in the lowest bits how often it has grown.
  private let tables: UnsafeMutablePointer<Atomic<UInt>>
  private let parts: UnsafeMutablePointer<Part>

  private static var shardBits: UInt32 { 7 }
  private static var shardCount: Int { 1 << shardBits }
  static var lineWords: Int { 8 }
  /// Tables lie where the processor's cache lines begin.
  private static var alignment: Int { 8 * lineWords }
  /// A table is replaced when more than so many of its slots are taken.
  private static var fullness: (slots: Int, of: Int) { (27, 32) }

  /// Makes empty shards.
  ///
  /// - Parameter width: Words of a slot.
  init(width: Int, isShared: Bool) {
    self.isShared = isShared
    self.width = width
    tables = .allocate(capacity: Self.shardCount)
    parts = .allocate(capacity: Self.shardCount)
    for shard in 0..<Self.shardCount {
      (parts + shard).initialize(to: Part())
      (tables + shard).initialize(to: Atomic(makeTable(of: shard, grown: 0)))
    }
  }

  deinit {
    freeReplaced()
    for shard in 0..<Self.shardCount {
      Self.memory(tables[shard].load(ordering: .relaxed)).deallocate()
    }
    parts.deinitialize(count: Self.shardCount)
    parts.deallocate()
    tables.deallocate()
  }

  /// The lines of a shard that has grown so many times.
  ///
  /// A table that readers may have is never full, not even while it is replaced.
  @inline(__always)
  private static func lines(of shard: Int, grown: Int) -> Int {
    ((8 &+ shard & 7) &<< grown) &>> 2
  }

  private func makeTable(of shard: Int, grown: Int) -> UInt {
    let bytes = Self.lines(of: shard, grown: grown) * Self.alignment
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: Self.alignment)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    return UInt(bitPattern: memory) | UInt(grown)
  }

  @inline(__always)
  private static func grown(_ table: UInt) -> Int { Int(table & UInt(alignment - 1)) }

  @inline(__always)
  private static func memory(_ table: UInt) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(bitPattern: table & ~UInt(alignment - 1)).unsafelyUnwrapped
  }

  /// The shard of a tag.
  @inline(__always)
  func shard(of tag: UInt32) -> Int { Int(tag &>> (32 &- Self.shardBits)) }

  /// One shard's slots as they are now.
  struct Table {
    let first: Words
    let lines: Int

    /// The line in which something is looked for first.
    @inline(__always)
    func line(of tag: UInt32) -> Words {
      first + TableShards.line(of: tag, among: lines) &* lineWords
    }

    /// The line after another.
    @inline(__always)
    func line(after line: Words) -> Words {
      let next = line + lineWords
      return next == first + lines &* lineWords ? first : next
    }
  }

  @inline(__always)
  func table(of shard: Int) -> Table {
    let table = tables[shard].load(ordering: .acquiring)
    return Table(
      first: Self.memory(table).assumingMemoryBound(to: Atomic<UInt64>.self),
      lines: Self.lines(of: shard, grown: Self.grown(table)))
  }

  @inline(__always)
  private static func line(of tag: UInt32, among lines: Int) -> Int {
    let rest = UInt64(tag &<< shardBits)
    return Int(truncatingIfNeeded: (rest &* UInt64(lines)) &>> 32)
  }

  /// The first free slot of a line; nil where all are taken.
  @inline(__always)
  func free(in line: Words) -> Words? {
    if line[Self.lineWords &- 1].load(ordering: .relaxed) != 0 { return nil }
    var slot = 0
    // Other threads may take the last one meanwhile.
    while slot < Self.lineWords {
      if line[slot &+ width &- 1].load(ordering: .relaxed) == 0 { return line + slot }
      slot &+= width
    }
    return nil
  }

  /// The slot for what is looked for first in a line, where no other thread can add to the shard.
  ///
  /// If the line is full, what is in one of its slots moves on: what was met last is what is met
  /// again most. (P. V. Poblete and J. I. Munro, "Last-come-first-served hashing", 1989.) It is
  /// found where it is now before it is gone from where it was; whoever looks for it without the
  /// lock and misses it meanwhile looks again with it.
  ///
  /// - Parameters:
  ///   - free: The first free slot of the line or of those after it.
  ///   - tag: The tag of what is to be added.
  @inline(__always)
  func slot(in line: Words, or free: Words, tag: UInt32) -> Words {
    if (0..<Self.lineWords).contains(free - line) { return free }
    return makeRoom(in: line, free, tag)
  }

  @inline(never)
  private func makeRoom(in line: Words, _ free: Words, _ tag: UInt32) -> Words {
    let last = width &- 1
    // Not always the same of them.
    let moved = line + (Int(tag) &* width) & (Self.lineWords &- 1)
    for word in 0..<last {
      free[word].store(moved[word].load(ordering: .relaxed), ordering: .relaxed)
    }
    free[last].store(moved[last].load(ordering: .relaxed), ordering: .releasing)
    // Nobody takes some words of the one and some of the other for a third, nor the number of the
    // one for the other's.
    if last > 0 { moved[last].store(0, ordering: .releasing) }
    return moved
  }

  /// Does something while no other thread can add to a shard.
  @inline(__always)
  func locked<Result>(
    _ shard: Int, _ body: () -> Result
  ) -> Result {
    isShared ? parts[shard].lock.withLock { _ in body() } : body()
  }

  /// Notes that a slot was taken; returns whether the shard is to grow.
  @inline(__always)
  func noteAdded(to shard: Int) -> Bool {
    parts[shard].count &+= 1
    let slots = table(of: shard).lines &* Self.lineWords
    return parts[shard].count &* width &* Self.fullness.of > slots &* Self.fullness.slots
  }

  /// Gives a shard a larger table.
  ///
  /// - Parameter tag: The tag of what a slot holds that is taken.
  @inline(__always)
  func grow(_ shard: Int, tag: (Words) -> UInt32) {
    let old = table(of: shard)
    let grown = Self.grown(tables[shard].load(ordering: .relaxed)) + 1
    let after = makeTable(of: shard, grown: grown)
    let new = Table(
      first: Self.memory(after).assumingMemoryBound(to: Atomic<UInt64>.self),
      lines: Self.lines(of: shard, grown: grown))
    var slot = old.first
    let end = old.first + old.lines &* Self.lineWords
    while slot < end {
      if slot[width &- 1].load(ordering: .relaxed) != 0 {
        var line = new.line(of: tag(slot))
        var free = free(in: line)
        while free == nil {
          line = new.line(after: line)
          free = self.free(in: line)
        }
        for word in 0..<width {
          free.unsafelyUnwrapped[word].store(
            slot[word].load(ordering: .relaxed), ordering: .relaxed)
        }
      }
      slot += width
    }
    tables[shard].store(after, ordering: .releasing)
    // Whoever looks for several at once may have it still.
    parts[shard].replaced.append(UnsafeMutableRawPointer(old.first))
  }

  /// Frees the tables that readers may have had; called while nobody visits.
  func freeReplaced() {
    for shard in 0..<Self.shardCount where !parts[shard].replaced.isEmpty {
      for table in parts[shard].replaced { table.deallocate() }
      parts[shard].replaced = []
    }
  }

  /// The bytes of all slots.
  var bytes: Int {
    (0..<Self.shardCount).reduce(0) { sum, shard in
      sum + table(of: shard).lines * Self.alignment
    }
  }
}
