#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads JSON.
///
/// Numbers are whole; a fraction or exponent is cut off. Nesting deeper than a limit is refused, so
/// that no input overflows the stack.
package struct JSONParser {
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  private static let greatestDepth = 200

  /// The value that some bytes stand for, or nil if they are no JSON.
  package static func value(of bytes: [UInt8]) -> JSON? {
    var parser = JSONParser(bytes: bytes)
    guard let value = parser.value() else { return nil }
    parser.skipSpace()
    return parser.position == bytes.count ? value : nil
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte.isSpace || byte.isNewline { position += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func take(_ word: StaticString, as value: JSON) -> JSON? {
    for byte in "\(word)".utf8 {
      guard next == byte else { return nil }
      position += 1
    }
    return value
  }

  private mutating func value() -> JSON? {
    skipSpace()
    switch next {
    case UInt8(ascii: "\""): return string().map(JSON.string)
    case UInt8(ascii: "{"): return nested { $0.object() }
    case UInt8(ascii: "["): return nested { $0.array() }
    case UInt8(ascii: "t"): return take("true", as: .bool(true))
    case UInt8(ascii: "f"): return take("false", as: .bool(false))
    case UInt8(ascii: "n"): return take("null", as: .null)
    default: return number()
    }
  }

  private mutating func nested(_ parse: (inout Self) -> JSON?) -> JSON? {
    guard depth < Self.greatestDepth else { return nil }
    depth += 1
    defer { depth -= 1 }
    position += 1
    return parse(&self)
  }

  private mutating func object() -> JSON? {
    var members: [JSON.Member] = []
    if take("}") { return .object(members) }
    repeat {
      skipSpace()
      guard let name = string(), take(":"), let value = value() else { return nil }
      members.append(JSON.Member(name, value))
    } while take(",")
    return take("}") ? .object(members) : nil
  }

  private mutating func array() -> JSON? {
    var values: [JSON] = []
    if take("]") { return .array(values) }
    repeat {
      guard let value = value() else { return nil }
      values.append(value)
    } while take(",")
    return take("]") ? .array(values) : nil
  }

  private mutating func number() -> JSON? {
    let start = position
    while let byte = next, byte.isDigit || "+-.eE".utf8.contains(byte) { position += 1 }
    let whole = bytes[start..<position].prefix { $0.isDigit || $0 == UInt8(ascii: "-") }
    return Int(String(decoding: whole, as: UTF8.self)).map(JSON.number)
  }
}

extension JSONParser {
  /// Goes from one backslash to the next, for messages are as long as the source they carry.
  private mutating func string() -> String? {
    guard next == UInt8(ascii: "\"") else { return nil }
    position += 1
    var result: [UInt8] = []
    var nextQuote = place(of: "\"", from: position)
    while let quote = nextQuote {
      let backslash = place(of: "\\", from: position, before: quote)
      result += bytes[position..<(backslash ?? quote)]
      position = (backslash ?? quote) + 1
      if backslash == nil { return String(decoding: result, as: UTF8.self) }
      guard let scalar = escape() else { return nil }
      result += Array(String(Character(scalar)).utf8)
      if position > quote { nextQuote = place(of: "\"", from: position) }
    }
    return nil
  }

  /// Where a character is next, found by the C library, since a plugin is rarely optimized.
  private func place(
    of character: Unicode.Scalar, from start: Int, before end: Int? = nil
  ) -> Int? {
    let count = (end ?? bytes.count) - start
    guard count > 0 else { return nil }
    return bytes.withUnsafeBytes { buffer in
      // Stays inside: `start` and `count` are of these bytes.
      guard let base = buffer.baseAddress,
        let found = memchr(base + start, Int32(character.value), count)
      else { return nil }
      return base.distance(to: UnsafeRawPointer(found))
    }
  }

  private mutating func escape() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "u"): return unicodeEscape()
    default: return Unicode.Scalar(byte)
    }
  }

  private mutating func unicodeEscape() -> Unicode.Scalar? {
    guard let first = codeUnit() else { return nil }
    guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
    guard next == UInt8(ascii: "\\") else { return "\u{FFFD}" }
    position += 2
    guard let second = codeUnit() else { return nil }
    let low = second &- 0xDC00
    return low < 0x400 ? Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + low) : "\u{FFFD}"
  }

  private mutating func codeUnit() -> UInt32? {
    guard position + 4 <= bytes.count else { return nil }
    let digits = String(decoding: bytes[position..<position + 4], as: UTF8.self)
    position += 4
    return UInt32(digits, radix: 16)
  }
}
