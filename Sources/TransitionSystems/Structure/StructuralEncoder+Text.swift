extension StructuralEncoder {
  /// Whether short strings lie in their two words as this file reads them; asked once a process.
  private static let knowsSmallStrings: Bool = {
    let probes = ["", "a", "12345678", "123456789012345", "ñandú"]
    return MemoryLayout<String>.size == 16
      && probes.allSatisfy { probe in
        withUnsafeBytes(of: String(probe)) { raw in
          guard let words = SmallString(raw.baseAddress), words.count == probe.utf8.count else {
            return false
          }
          let bytes = (0..<words.count).map { index -> UInt8 in
            let word = index < 8 ? words.low : words.high
            return UInt8(truncatingIfNeeded: word >> UInt64(8 * (index % 8)))
          }
          return bytes == Array(probe.utf8)
        }
      } && withUnsafeBytes(of: String?.none) { $0.load(fromByteOffset: 8, as: UInt64.self) == 0 }
  }()

  /// A string of at most 15 bytes, read from its two words.
  private struct SmallString {
    let low: UInt64
    let high: UInt64
    let count: Int

    @inline(__always)
    init?(_ source: UnsafeRawPointer?) {
      guard let source else { return nil }
      let top = source.load(fromByteOffset: 8, as: UInt64.self)
      // The top four bits are 1010 or 1110 for a small string, the next four its length.
      guard top &>> 60 | 4 == 0xE else { return nil }
      low = source.load(as: UInt64.self)
      high = top & 0x00FF_FFFF_FFFF_FFFF
      count = Int(top &>> 56 & 0xF)
    }
  }

  /// The length in UTF-8 bytes, then the bytes.
  @inline(__always)
  mutating func appendString(_ source: UnsafeRawPointer) {
    if Self.knowsSmallStrings, let small = SmallString(source) {
      reserve(3)
      storage[count] = UInt64(truncatingIfNeeded: small.count)
      if small.count > 0 { storage[count &+ 1] = small.low }
      if small.count > 8 { storage[count &+ 2] = small.high }
      count &+= 1 &+ (small.count &+ 7) &>> 3
    } else {
      appendText(source.assumingMemoryBound(to: String.self).pointee)
    }
  }

  @inline(__always)
  mutating func appendOptionalString(_ source: UnsafeRawPointer) {
    let isNone =
      Self.knowsSmallStrings
      ? source.load(fromByteOffset: 8, as: UInt64.self) == 0
      : source.assumingMemoryBound(to: String?.self).pointee == nil
    append(isNone ? 1 : 0)
    if !isNone { appendString(source) }
  }

  @inline(never)
  mutating func appendText(_ text: some StringProtocol) {
    if text.utf8.withContiguousStorageIfAvailable({ appendBytes($0) }) == nil {
      Array(text.utf8).withUnsafeBufferPointer { appendBytes($0) }
    }
  }

  /// A type of Foundation, which is not imported: its bytes or its text.
  mutating func runFoundation(_ step: StructuralStep, _ source: UnsafeRawPointer) {
    guard let detail = step.detail,
      let value = loadValue(RuntimeMetadata(address: detail).type, at: source)
    else { return }
    if step.operation == .bytes, let bytes = value as? any Collection<UInt8> {
      // Of a part of other bytes the indices are seen too.
      append(UInt64(truncatingIfNeeded: bytes.startIndex as? Int ?? 0))
      Array(bytes).withUnsafeBufferPointer { appendBytes($0) }
    } else {
      appendText(String(describing: value))
    }
  }

  mutating func appendBytes(_ bytes: UnsafeBufferPointer<UInt8>) {
    append(UInt64(bytes.count))
    if let start = bytes.baseAddress { append(start, count: bytes.count) }
  }
}
