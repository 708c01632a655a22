import Synchronization

/// The successors of one configuration, encoded one after the other, to be visited together.
///
/// A successor differs from its parent in little: where a part of it is the same in memory, the
/// parent's words are copied, and one that comes out the same is not looked up at all.
package final class Successors {
  /// One that is no copy of its parent, and where the store looks for it.
  struct Entry {
    let index: Int
    /// Where its words begin, and how many there are.
    let start: Int
    let count: Int
    var fingerprint: UInt64 = 0
    /// The first slot that it may be found by.
    var slot: UnsafeMutablePointer<Atomic<UInt64>>?
    /// What that slot held.
    var found: UInt64 = 0
  }

  /// One that was not known when it was visited.
  package struct Unknown {
    package let index: Int
    /// Whether it was met for the first time; if not, it was known from a later parent only.
    package let isNew: Bool
  }

  private let plan: ErasedPlan
  @exclusivity(unchecked) private var encoder = StructuralEncoder()
  /// The parent that was encoded last: the next is often like it.
  @exclusivity(unchecked) private var parent: UnsafeRawPointer?
  @exclusivity(unchecked) private var parts = EncodedParts()
  // In memory of its own rather than in arrays, which other modules would not reach unchecked.
  @exclusivity(unchecked) private(set) var entries: UnsafeMutablePointer<Entry>
  /// The number in the store of each, once visited.
  @exclusivity(unchecked) private(set) var numbers: UnsafeMutablePointer<UInt32>
  /// Those that were not known, once visited, in order.
  @exclusivity(unchecked) private var unknown: UnsafeMutablePointer<Unknown>
  @exclusivity(unchecked) private var capacity = 64
  /// How many there are, those among them that are to be looked up, and those that were not known.
  @exclusivity(unchecked) private(set) var count = 0
  @exclusivity(unchecked) private(set) var entryCount = 0
  @exclusivity(unchecked) private(set) var unknownCount = 0

  /// - Parameter plan: How each of them is encoded.
  package init(_ plan: ErasedPlan) {
    self.plan = plan
    entries = .allocate(capacity: capacity)
    numbers = .allocate(capacity: capacity)
    unknown = .allocate(capacity: capacity)
  }

  deinit {
    entries.deallocate()
    numbers.deallocate()
    unknown.deallocate()
  }

  /// The number in the store of each, once visited.
  package var visited: UnsafeBufferPointer<UInt32> {
    UnsafeBufferPointer(start: numbers, count: count)
  }

  /// Those that were not known, once visited, in order.
  package var found: UnsafeBufferPointer<Unknown> {
    UnsafeBufferPointer(start: unknown, count: unknownCount)
  }

  /// What was noticed in them that structure cannot compare.
  package var noticeKinds: StructuralNoticeKinds { encoder.noticeKinds }

  /// Forgets where the last parent lay: it may be there no more.
  package func forgetParent() { parent = nil }

  /// Forgets them.
  package func removeAll() {
    encoder.removeAll()
    unknownCount = 0
    count = 0
    entryCount = 0
  }

  /// Takes in values that lie in memory one after the other.
  ///
  /// - Parameters:
  ///   - parent: Where the value lies that they were made from. It is alive and was not changed
  ///     since, and will not be until ``forgetParent()``.
  ///   - number: The parent's number in the store.
  package func append(
    _ first: UnsafeRawPointer, count more: Int, stride: Int, madeFrom parent: UnsafeRawPointer?,
    number: UInt32
  ) {
    if count &+ more > capacity { grow(more) }
    let size = plan.denseSize
    if let parent, size < 0, parent != self.parent {
      encoder.encode(at: parent, with: plan, like: self.parent, into: &parts)
      self.parent = parent
    }
    for index in 0..<more {
      let start = encoder.count
      if encode(first + index &* stride, size, madeFrom: parent) {
        encoder.removeWords(since: start)
        numbers[count] = number
      } else {
        (entries + entryCount).initialize(
          to: Entry(index: count, start: start, count: encoder.count &- start))
        entryCount &+= 1
      }
      count &+= 1
    }
  }

  /// Encodes a value; returns whether it came out the same as what it was made from.
  @inline(__always)
  private func encode(
    _ address: UnsafeRawPointer, _ size: Int, madeFrom parent: UnsafeRawPointer?
  ) -> Bool {
    if size >= 0 {
      if let parent, memoryEquals(address, parent, size) { return true }
      encoder.append(address, count: size)
      return false
    }
    guard let parent else {
      encoder.encode(at: address, with: plan)
      return false
    }
    return encoder.encode(at: address, with: plan, like: parent, parts)
  }

  private func grow(_ more: Int) {
    capacity = max(2 * capacity, count + more)
    let moved = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    moved.moveInitialize(from: entries, count: entryCount)
    entries.deallocate()
    entries = moved
    let movedNumbers = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
    movedNumbers.moveInitialize(from: numbers, count: count)
    numbers.deallocate()
    numbers = movedNumbers
    // Nothing was visited yet.
    unknown.deallocate()
    unknown = .allocate(capacity: capacity)
  }

  /// Notes what the store said of an entry.
  @inline(__always)
  func note(_ entry: Int, _ visit: ConfigurationStore.Visit) {
    let index = entries[entry].index
    numbers[index] = visit.number
    if visit.isKnown { return }
    (unknown + unknownCount).initialize(to: Unknown(index: index, isNew: visit.isNew))
    unknownCount &+= 1
  }

  /// The words of an entry.
  @inline(__always)
  func words(of entry: Int) -> UnsafeBufferPointer<UInt64> {
    UnsafeBufferPointer(start: encoder.storage + entries[entry].start, count: entries[entry].count)
  }
}
