import Synchronization

/// Memory for encodings that is only ever added to, addressed by 32-bit locations.
///
/// `@unchecked Sendable` holds for the same reasons as for `SegmentedArray`.
final class Arena: @unchecked Sendable {
  /// A location counts units of four bytes.
  static var unit: Int { 4 }
  private static var blockBits: Int { 18 }
  static var blockUnits: Int { 1 << blockBits }
  static var blockCapacity: Int { 1 << (32 - blockBits) }

  private let blocks: UnsafeMutablePointer<Atomic<UInt>>
  private let lock = Mutex(0)
  private let allocations = Mutex<[UInt]>([])

  init() {
    blocks = .allocate(capacity: Self.blockCapacity)
    UnsafeMutableRawPointer(blocks).initializeMemory(
      as: UInt8.self, repeating: 0, count: Self.blockCapacity * 8)
  }

  deinit {
    for start in allocations.withLock({ $0 }) {
      UnsafeMutableRawPointer(bitPattern: start)?.deallocate()
    }
    blocks.deallocate()
  }

  /// The number of the first of enough new blocks that lie one after the other; nil when all
  /// locations are taken.
  func makeBlocks(units: Int) -> Int? {
    let count = max(1, (units + Self.blockUnits - 1) / Self.blockUnits)
    return lock.withLock { next in
      guard next + count <= Self.blockCapacity else { return nil }
      // A little more: comparing eight bytes at a time may read past the last encoding.
      let bytes = count * Self.blockUnits * Self.unit + 16
      let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 16)
      allocations.withLock { $0.append(UInt(bitPattern: memory)) }
      for index in 0..<count {
        let start = memory + index * Self.blockUnits * Self.unit
        blocks[next + index].store(UInt(bitPattern: start), ordering: .releasing)
      }
      defer { next += count }
      return next
    }
  }

  static func location(block: Int, unit: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: block &<< blockBits | unit)
  }

  @inline(__always)
  func address(_ location: UInt32) -> UnsafeMutableRawPointer {
    let block = blocks[Int(location) &>> Self.blockBits].load(ordering: .relaxed)
    guard let start = UnsafeMutableRawPointer(bitPattern: block) else {
      preconditionFailure("Internal error: a location that nothing was written to")
    }
    return start + Int(location) & (Self.blockUnits &- 1) &* Self.unit
  }
}
