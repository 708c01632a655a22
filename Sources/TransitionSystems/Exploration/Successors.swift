/// The successors of some configurations, encoded one after the other, to be visited together.
///
/// A successor differs from its parent in little: where a part of it is the same in memory, the
/// parent's bytes are copied, and one that comes out the same is not looked up at all.
package final class Successors {
  /// One that is no copy of its parent.
  struct Entry {
    /// Its place among the successors, and its parent's among the parents.
    let index: UInt32
    let parent: UInt32
    /// Where its key begins, and how many bytes it is.
    let start: UInt32
    let count: UInt32

    @inline(__always)
    func key(in all: UnsafeRawPointer) -> ConfigurationKey {
      ConfigurationKey(start: all + Int(start), count: Int(count))
    }
  }

  /// A configuration that they are made from.
  package struct Parent: BitwiseCopyable {
    /// Its place in the order of the search.
    package let place: UInt32
    /// Where it lies; nil where it is not known.
    package let address: UnsafeRawPointer?
    /// What is taken from a successor's place to know which step of the parent's led to it.
    let first: Int
  }

  /// One that was not known when it was visited.
  package struct Unknown: BitwiseCopyable {
    package let index: Int
    package let parent: Int
    let number: UInt32
    /// Whether it was met for the first time; if not, it was known from a later parent only.
    package let isNew: Bool
  }

  private let plan: ErasedPlan
  private let stride: Int
  /// How they lie in memory, where they are of a word or two.
  let shape: DenseShape?
  @exclusivity(unchecked) private var encoder = StructuralEncoder()
  /// The parent that was encoded last: the next is often like it.
  @exclusivity(unchecked) private var encoded: UnsafeRawPointer?
  @exclusivity(unchecked) private var parts = EncodedParts()
  @exclusivity(unchecked) private var bytes = PackedBytes()
  // In memory of its own rather than in arrays, which other modules would not reach unchecked.
  @exclusivity(unchecked) private(set) var entries = Room<Entry>()
  @exclusivity(unchecked) private(set) var parents = Room<Parent>()
  /// Those that were not known, once visited, in order.
  @exclusivity(unchecked) private(set) var unknown = Room<Unknown>()
  /// Of each that was taken in last whether it is no copy of its parent.
  @exclusivity(unchecked) private var changes = Room<Bool>()
  /// Of each a bit for each part that may differ from its parent's.
  @exclusivity(unchecked) private var masks = Room<UInt64>()
  /// How many there are, copies of their parents included.
  @exclusivity(unchecked) package private(set) var count = 0

  /// - Parameters:
  ///   - plan: How each of them is encoded.
  ///   - stride: From where one lies to where the next one does.
  package init(_ plan: ErasedPlan, stride: Int) {
    self.plan = plan
    shape = DenseShape(size: plan.denseSize, stride: stride)
    self.stride = stride
  }

  /// Those that were not known, once visited, in order.
  package var found: UnsafeBufferPointer<Unknown> { unknown.elements }

  /// How many there are after one that was not known.
  package func countAfter(_ found: Unknown) -> Int { count &- found.index &- 1 }

  /// Which step of its parent's led to one that was not known.
  package func step(to found: Unknown) -> Int { found.index &- parents[found.parent].first }

  /// The parent of one that was not known.
  package func parent(of found: Unknown) -> Parent { parents[found.parent] }

  /// What was noticed in them that structure cannot compare.
  package var noticeKinds: StructuralNoticeKinds { encoder.noticeKinds }

  /// Forgets where the last parent lay: it may be there no more.
  package func forgetParent() { encoded = nil }

  /// Forgets them.
  package func removeAll() {
    encoder.removeAll()
    bytes.count = 0
    unknown.count = 0
    parents.count = 0
    entries.count = 0
    count = 0
  }

  /// Says that those taken in next are made from another configuration.
  ///
  /// - Parameters:
  ///   - place: Its own in the order of the search; `.max` for none.
  ///   - address: Where it lies, if it is alive and was not changed since, and will not be until
  ///     ``forgetParent()``.
  ///   - step: Which of its steps leads to the first of them.
  package func begin(_ place: UInt32, at address: UnsafeRawPointer?, step: Int) {
    parents.append(Parent(place: place, address: address, first: count &- step))
  }

  /// Takes in values that lie in memory one after the other, all from the parent begun last.
  ///
  /// - Returns: Of each whether it is no copy of its parent; good until more are taken in.
  package func append(_ first: UnsafeRawPointer, count more: Int) -> UnsafePointer<Bool> {
    entries.reserve(more)
    changes.count = 0
    changes.reserve(more)
    let parent = parents[parents.count &- 1].address
    if let shape {
      append(first, more, parent, shape)
    } else {
      append(first, more, parent)
    }
    count &+= more
    return UnsafePointer(changes.first)
  }

  /// Values that are their own encoding.
  @inline(__always)
  private func append(
    _ first: UnsafeRawPointer, _ more: Int, _ parent: UnsafeRawPointer?, _ shape: DenseShape
  ) {
    let (width, size, stride, changes) = (shape.width, shape.size, stride, changes.first)
    let base = parent.map(shape.words) ?? (0, 0)
    let hasParent = parent != nil
    bytes.reserve(16 &* more)
    var target = bytes.first + bytes.count
    var (entry, start) = (entries.first + entries.count, bytes.count)
    let (number, before) = (parents.count &- 1, count)
    for index in 0..<more {
      let own = shape.words(at: first + index &* stride)
      let isCopy = hasParent && own == base
      changes[index] = !isCopy
      if isCopy { continue }
      target.storeBytes(of: own.0, as: UInt64.self)
      target.storeBytes(of: own.1, toByteOffset: 8, as: UInt64.self)
      entry.initialize(
        to: Entry(
          index: UInt32(truncatingIfNeeded: before &+ index),
          parent: UInt32(truncatingIfNeeded: number), start: UInt32(truncatingIfNeeded: start),
          count: UInt32(truncatingIfNeeded: size)))
      entry += 1
      start &+= 8 &* width
      target += 8 &* width
    }
    entries.count = entry - entries.first
    bytes.count = start
  }

  /// Values of any kind.
  private func append(_ first: UnsafeRawPointer, _ more: Int, _ parent: UnsafeRawPointer?) {
    let size = plan.denseSize
    if let parent, size < 0, parent != encoded {
      encoder.encode(at: parent, with: plan, like: encoded, into: &parts)
      encoded = parent
    }
    if let parent, size < 0 {
      masks.reserve(more)
      parts.findChanges(first, count: more, stride: stride, unlike: parent, into: masks.first)
    }
    let (number, changes) = (parents.count &- 1, changes.first)
    for index in 0..<more {
      let start = bytes.count
      let isCopy = pack(first + index &* stride, size, madeFrom: parent, index)
      changes[index] = !isCopy
      if isCopy {
        bytes.count = start
      } else {
        entries.add(
          Entry(
            index: UInt32(truncatingIfNeeded: count &+ index),
            parent: UInt32(truncatingIfNeeded: number), start: UInt32(truncatingIfNeeded: start),
            count: UInt32(truncatingIfNeeded: bytes.count &- start)))
      }
    }
  }

  /// Appends a value's key; returns whether it came out the same as what it was made from.
  @inline(__always)
  private func pack(
    _ address: UnsafeRawPointer, _ size: Int, madeFrom parent: UnsafeRawPointer?, _ index: Int
  ) -> Bool {
    if size >= 0 {
      if let parent, memoryEquals(address, parent, size) { return true }
      bytes.reserve(size)
      (bytes.first + bytes.count).copyMemory(from: address, byteCount: size)
      bytes.count &+= size
      return false
    }
    guard let parent else {
      let start = encoder.count
      encoder.encode(at: address, with: plan)
      bytes.pack(encoder.storage + start, count: encoder.count &- start)
      encoder.removeWords(since: start)
      return false
    }
    return encoder.pack(
      at: address, with: plan, like: parent, parts, changed: masks[index], into: &bytes)
  }

  /// Notes that an entry was not known.
  @inline(__always)
  func note(_ entry: Entry, _ visit: ConfigurationStore.Visit) {
    unknown.append(
      Unknown(
        index: Int(entry.index), parent: Int(entry.parent), number: visit.number,
        isNew: visit.isNew))
  }

  /// Where the keys of all entries lie.
  var keys: UnsafeRawPointer { UnsafeRawPointer(bytes.first) }
}
