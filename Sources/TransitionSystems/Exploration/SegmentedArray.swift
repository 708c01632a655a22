import Synchronization

/// An array that grows without moving: what one thread has written, others may read meanwhile.
///
/// Each segment is twice as long as the one before it. Indices are handed out elsewhere; whoever
/// has one makes room for it before using it.
/// `@unchecked Sendable` holds because segments are published by an atomic store, and each element
/// is written by the thread that was handed its index.
final class SegmentedArray<Element: BitwiseCopyable>: @unchecked Sendable {
  private static var firstBits: Int { 12 }
  private static var directorySize: Int { 33 - firstBits }

  private typealias Segment = UnsafeMutablePointer<Element>
  private let directory: UnsafeMutablePointer<Atomic<UInt>>
  private let lock = Mutex(())

  init() {
    directory = .allocate(capacity: Self.directorySize)
    for index in 0..<Self.directorySize { (directory + index).initialize(to: Atomic(0)) }
  }

  deinit {
    for index in 0..<Self.directorySize {
      Segment(bitPattern: directory[index].load(ordering: .relaxed))?.deallocate()
    }
    directory.deallocate()
  }

  /// Where an index lies: which segment, and the place in it.
  @inline(__always)
  private static func position(_ index: UInt32) -> (segment: Int, place: Int) {
    let shifted = UInt64(index) &+ 1 &<< UInt64(firstBits)
    let segment = 63 &- shifted.leadingZeroBitCount &- firstBits
    return (segment, Int(truncatingIfNeeded: shifted) &- 1 &<< (firstBits &+ segment))
  }

  /// Makes room for an index.
  func reserve(_ index: UInt32) {
    let segment = Self.position(index).segment
    let entry = directory + segment
    if entry.pointee.load(ordering: .acquiring) != 0 { return }
    lock.withLock { _ in
      guard entry.pointee.load(ordering: .acquiring) == 0 else { return }
      let made = Segment.allocate(capacity: 1 << (Self.firstBits + segment))
      entry.pointee.store(UInt(bitPattern: made), ordering: .releasing)
    }
  }

  @inline(__always)
  func address(_ index: UInt32) -> UnsafeMutablePointer<Element> {
    let (segment, place) = Self.position(index)
    // Relaxed: whoever knows the index has acquired what its writer published.
    guard let start = Segment(bitPattern: directory[segment].load(ordering: .relaxed)) else {
      preconditionFailure("Internal error: an element nobody made room for")
    }
    return start + place
  }
}
