/// Numbers written as bytes: seven bits each, the low ones first; the eighth says that more follow.
extension [UInt8] {
  /// Adds a number.
  package mutating func append(packed number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  /// Adds a number that may be negative: small ones either way take few bytes.
  package mutating func append(packed number: Int) {
    append(packed: UInt64(bitPattern: Int64(number << 1 ^ number >> (Int.bitWidth - 1))))
  }
}

/// Reads such numbers in order.
package struct PackedNumberReader {
  private let bytes: [UInt8]
  private(set) var offset: Int

  package init(_ bytes: [UInt8], from offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
  }

  package var isAtEnd: Bool { offset == bytes.count }

  /// Reads a number; nil where there is none.
  package mutating func next() -> UInt64? {
    var result: UInt64 = 0
    var shift: UInt64 = 0
    while offset < bytes.count, shift <= 63 {
      let byte = bytes[offset]
      offset += 1
      result |= UInt64(byte & 0x7f) << shift
      if byte & 0x80 == 0 { return result }
      shift += 7
    }
    return nil
  }

  /// Reads a number that may be negative; nil where there is none.
  mutating func nextSigned() -> Int? {
    next().map { Int(truncatingIfNeeded: $0 >> 1) ^ -Int($0 & 1) }
  }

  /// Reads a number below a limit; nil where there is none.
  package mutating func next(below limit: Int) -> Int? {
    next().flatMap { Int(exactly: $0) }.flatMap { $0 < limit ? $0 : nil }
  }
}
