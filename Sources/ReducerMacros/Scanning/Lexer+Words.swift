extension Lexer {
  func endOfWord(at start: Int) -> Int {
    var index = start
    while let byte = byte(index), byte.isWordCharacter {
      if byte >= 0x80, operatorLength(at: index) != nil { break }
      index += 1
    }
    return index
  }

  func endOfRawIdentifier(at start: Int) throws(SyntaxProblem) -> Int {
    var index = start + 1
    while let byte = byte(index), !byte.isNewline {
      index += 1
      if byte == UInt8(ascii: "`") { return index }
    }
    throw SyntaxProblem(kind: .unterminatedRawIdentifier, offset: start)
  }

  /// Digits, a point that digits follow, an exponent with its sign.
  func endOfNumber(at start: Int) -> Int {
    let isHexadecimal = matches("0x", at: start)
    var index = start
    while let byte = byte(index) {
      let next = self.byte(index + 1)
      let isExponent =
        byte | 0x20 == (isHexadecimal ? UInt8(ascii: "p") : UInt8(ascii: "e"))
      if isExponent, next == UInt8(ascii: "+") || next == UInt8(ascii: "-") {
        index += 2
      } else if byte.isWordCharacter || (byte == UInt8(ascii: ".") && next?.isDigit == true) {
        index += 1
      } else {
        break
      }
    }
    return index
  }

  /// The number of bytes of the operator character at a place, or nil if there is none.
  func operatorLength(at index: Int) -> Int? {
    let first = bytes[index]
    guard first >= 0x80 else { return first.isOperatorCharacter ? 1 : nil }
    // Operators beyond ASCII are of two or three bytes.
    let length = first < 0xE0 ? 2 : 3
    guard first >= 0xC2, first < 0xF0, index + length <= bytes.count else { return nil }
    var scalar = UInt32(first) & (length == 2 ? 0x1F : 0x0F)
    for continuation in bytes[index + 1..<index + length] {
      guard continuation & 0xC0 == 0x80 else { return nil }
      scalar = scalar << 6 | UInt32(continuation & 0x3F)
    }
    return Self.operatorScalars.contains { $0.contains(scalar) } ? length : nil
  }

  /// The characters beyond ASCII that begin operators, as Swift's grammar lists them.
  private static let operatorScalars: [ClosedRange<UInt32>] = [
    0xA1...0xA7, 0xA9...0xA9, 0xAB...0xAC, 0xAE...0xAE, 0xB0...0xB1, 0xB6...0xB6, 0xBB...0xBB,
    0xBF...0xBF, 0xD7...0xD7, 0xF7...0xF7, 0x2016...0x2017, 0x2020...0x2027, 0x2030...0x203E,
    0x2041...0x2053, 0x2055...0x205E, 0x2190...0x23FF, 0x2500...0x2775, 0x2794...0x2BFF,
    0x2E00...0x2E7F, 0x3001...0x3003, 0x3008...0x3020, 0x3030...0x3030,
  ]
}
