/// Copies of values whose arrays, sets and dictionaries each has to itself, in memory that is used
/// again.
///
/// A copy that shares its parts counts a reference to each, lets go of it later, and makes memory
/// for what is changed. Where most copies are changed a little, compared and forgotten, it takes
/// less to copy all there is to them into what an earlier copy left, as long as that is little.
/// An array may have room for more elements than the one it was copied from, as after any other
/// change; all else that can be seen of a copy is the same.
package final class ReusableCopies {
  private struct Part {
    let offset: Int
    let container: PlainContainer
  }

  private let stride: Int
  private let alignment: Int
  private let parts: UnsafeMutableBufferPointer<Part>
  private let shared: SharedParts
  /// Where words lie that are no part's.
  private let words: UnsafeMutableBufferPointer<Int>
  @exclusivity(unchecked) private var capacity = 128
  /// Those that were ever made: their parts are objects, or nil where they were taken out.
  @exclusivity(unchecked) private var used = 0
  /// Where the first copy lies: good until more are made.
  @exclusivity(unchecked) package private(set) var first: UnsafeMutableRawPointer
  @exclusivity(unchecked) package private(set) var count = 0

  /// Nil where there is more to values than memory and such parts, or none of these.
  ///
  /// - Parameters:
  ///   - stride: From where one value lies to where the next one does.
  ///   - shared: What the parts are made of that are taken out.
  package init?(_ plan: ErasedPlan, stride: Int, alignment: Int, sharing shared: SharedParts) {
    guard PlainContainer.isWrittenAsAssumed else { return nil }
    let record = plan.reference.record
    var found: [Part] = []
    for index in 0..<record.pointee.count {
      let step = record.pointee.steps[index]
      if step.isPlain { continue }
      guard let container = PlainContainer(step) else { return nil }
      found.append(Part(offset: step.offset, container: container))
    }
    guard !found.isEmpty, found.allSatisfy({ $0.offset.isMultiple(of: 8) }) else { return nil }
    let other = Swift.stride(from: 0, to: stride, by: 8)
      .filter { word in !found.contains { $0.offset == word } }
    (self.stride, self.alignment, self.shared) = (stride, alignment, shared)
    parts = .allocate(capacity: found.count)
    _ = parts.initialize(from: found)
    words = .allocate(capacity: other.count)
    _ = words.initialize(from: other)
    first = .allocate(byteCount: capacity * stride, alignment: alignment)
  }

  deinit {
    for index in 0..<used {
      for part in parts {
        (first + index * stride + part.offset).load(as: UnsafeRawPointer?.self)
          .map(HeapObject.release)
      }
    }
    parts.deinitialize()
    parts.deallocate()
    words.deallocate()
    first.deallocate()
  }

  /// Makes copies of a value, after those that there are.
  ///
  /// - Returns: Where the first of them lies.
  package func append(_ value: UnsafeRawPointer, count more: Int) -> UnsafeMutableRawPointer {
    if count &+ more > capacity { grow(more) }
    let start = first + count &* stride
    count &+= more
    while used < count {
      for part in parts {
        (first + used * stride + part.offset).storeBytes(of: nil, as: UnsafeRawPointer?.self)
      }
      used += 1
    }
    for index in parts.indices {
      let part = parts.baseAddress.unsafelyUnwrapped + index
      let offset = part.pointee.offset
      part.pointee.container.copy(
        value.load(fromByteOffset: offset, as: UnsafeRawPointer.self), to: start + offset, more,
        stride: stride)
    }
    for offset in words {
      let word = value.load(fromByteOffset: offset, as: UInt64.self)
      for index in 0..<more {
        start.storeBytes(of: word, toByteOffset: offset &+ index &* stride, as: UInt64.self)
      }
    }
    return start
  }

  private func grow(_ more: Int) {
    capacity = max(2 * capacity, count + more)
    let moved = UnsafeMutableRawPointer.allocate(
      byteCount: capacity * stride, alignment: alignment)
    moved.copyMemory(from: first, byteCount: used * stride)
    first.deallocate()
    first = moved
  }

  /// Moves a copy elsewhere, where it shares what it can.
  ///
  /// - Parameter original: What it was made from.
  package func take(
    _ index: Int, madeFrom original: UnsafeRawPointer, to target: UnsafeMutableRawPointer
  ) {
    let copy = first + index &* stride
    target.copyMemory(from: copy, byteCount: stride)
    for index in parts.indices {
      let (offset, container) = (parts[index].offset, parts[index].container)
      let own = copy.load(fromByteOffset: offset, as: UnsafeRawPointer.self)
      let source = original.load(fromByteOffset: offset, as: UnsafeRawPointer.self)
      if container.isSame(own, source) {
        HeapObject.retain(source)
        target.storeBytes(of: source, toByteOffset: offset, as: UnsafeRawPointer.self)
      } else {
        let spare = shared.share(index, at: target + offset)
        copy.storeBytes(of: spare, toByteOffset: offset, as: UnsafeRawPointer?.self)
      }
    }
  }

  /// Forgets the copies: what follows is made in their places.
  package func removeAll() { count = 0 }
}
