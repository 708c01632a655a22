import Synchronization

/// An array that grows without moving: what one thread has written, others may read meanwhile.
///
/// Indices are handed out elsewhere; whoever has one makes room for it before using it.
/// `@unchecked Sendable` holds because segments are published by an atomic store, each element
/// is written by the thread that was handed its index, and segments are freed while nobody has one.
final class SegmentedArray<Element: BitwiseCopyable>: @unchecked Sendable {
  /// Elements of a segment: a power of two.
  private static var segmentBits: UInt32 { 18 }
  /// Segments of an array that has an element for every index.
  static var allSegments: Int { 1 << (32 - segmentBits) }

  private typealias Segment = UnsafeMutablePointer<Element>
  private let directory: UnsafeMutablePointer<Atomic<UInt>>
  private let segments: Int
  private let lock = Mutex(())
  /// The first element that is still there.
  private(set) var first: UInt32 = 0

  /// Makes an array that there is no room in yet.
  ///
  /// - Parameter segments: How many it can have.
  init(segments: Int) {
    self.segments = segments
    directory = .allocate(capacity: segments)
    for index in 0..<segments { (directory + index).initialize(to: Atomic(0)) }
  }

  deinit {
    for index in 0..<segments { free(index) }
    directory.deallocate()
  }

  private func free(_ segment: Int) {
    Segment(bitPattern: directory[segment].load(ordering: .relaxed))?.deallocate()
  }

  /// Makes room for an index.
  func reserve(_ index: UInt32) {
    let entry = directory + Int(index >> Self.segmentBits)
    if entry.pointee.load(ordering: .acquiring) != 0 { return }
    lock.withLock { _ in
      guard entry.pointee.load(ordering: .acquiring) == 0 else { return }
      let made = Segment.allocate(capacity: 1 << Self.segmentBits)
      entry.pointee.store(UInt(bitPattern: made), ordering: .releasing)
    }
  }

  /// Frees segments that only have elements before an index; called while nobody has those.
  func free(before index: UInt32) {
    while first >> Self.segmentBits < index >> Self.segmentBits {
      let segment = Int(first >> Self.segmentBits)
      free(segment)
      directory[segment].store(0, ordering: .relaxed)
      first += 1 << Self.segmentBits
    }
  }

  @inline(__always)
  func address(_ index: UInt32) -> UnsafeMutablePointer<Element> {
    // Relaxed: whoever knows the index has acquired what its writer published.
    let start = directory[Int(index &>> Self.segmentBits)].load(ordering: .relaxed)
    guard let start = Segment(bitPattern: start) else {
      preconditionFailure("Internal error: an element nobody made room for")
    }
    return start + Int(index & (1 &<< Self.segmentBits &- 1))
  }
}
