import Foundation

/// A checksum of bytes, eight at a time: it finds damage, not malice.
struct Checksum {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Takes bytes in; where they are divided makes a difference.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    let whole = bytes.count & ~7
    for offset in stride(from: 0, to: whole, by: 8) {
      mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    for offset in whole..<bytes.count { mix(UInt64(bytes[offset])) }
    mix(UInt64(bytes.count))
  }

  @inline(__always)
  private mutating func mix(_ word: UInt64) {
    state = (state ^ word) &* 0x9e37_79b9_7f4a_7c15
    state ^= state >> 32
  }

  /// Sixteen digits.
  var text: String {
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The checksum of this process's executable; empty where it cannot be read.
  static let ofExecutable: String = {
    guard let path = Bundle.main.executablePath,
      let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    else { return "" }
    var sum = Checksum()
    data.withUnsafeBytes { sum.add($0) }
    return sum.text
  }()
}
