extension Lexer {
  /// The end of the regular expression at a place, or nil if there is none.
  func endOfRegex(at start: Int) throws(SyntaxProblem) -> Int? {
    let hashes = numberOfHashes(at: start)
    guard byte(start + hashes) == UInt8(ascii: "/") else { return nil }
    if hashes == 0 { return canBeginRegex(at: start) ? endOfBareRegex(at: start) : nil }
    return try endOfExtendedRegex(at: start, hashes: hashes)
  }

  /// Between hash signs: over several lines if nothing but space follows the opening.
  private func endOfExtendedRegex(at start: Int, hashes: Int) throws(SyntaxProblem) -> Int {
    var index = start + hashes + 1
    var firstVisible = index
    while byte(firstVisible)?.isSpace == true { firstVisible += 1 }
    let isMultiline = byte(firstVisible)?.isNewline == true
    while let byte = byte(index) {
      if byte == UInt8(ascii: "/"), numberOfHashes(at: index + 1) >= hashes {
        return index + 1 + hashes
      }
      if byte.isNewline, !isMultiline { break }
      index += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    throw SyntaxProblem(kind: .unterminatedRegex, offset: start)
  }

  /// Between bare slashes; what does not look like one is an operator.
  ///
  /// As in the compiler: it neither starts nor ends with a space, ends on its line, and closes no
  /// parenthesis that it has not opened.
  private func endOfBareRegex(at start: Int) -> Int? {
    guard let first = byte(start + 1), !first.isSpace, !first.isNewline, first != bytes[start],
      first != UInt8(ascii: "*")
    else { return nil }
    var index = start + 1
    var openParentheses = 0
    var isInClass = false
    while let byte = byte(index), !byte.isNewline {
      switch byte {
      case UInt8(ascii: "/"): return bytes[index - 1].isSpace ? nil : index + 1
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "(") where !isInClass: openParentheses += 1
      case UInt8(ascii: ")") where !isInClass:
        openParentheses -= 1
        if openParentheses < 0 { return nil }
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Whether a slash stands where an expression begins, rather than behind one.
  private func canBeginRegex(at start: Int) -> Bool {
    var index = start - 1
    while index >= 0, bytes[index].isSpace { index -= 1 }
    guard index >= 0, !bytes[index].isNewline else { return true }
    switch bytes[index] {
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "\""),
      UInt8(ascii: "`"), UInt8(ascii: "."):
      return false
    case let last where last.isOperatorCharacter: return index < start - 1
    case let last where last.isWordCharacter: return endsInExpressionKeyword(upTo: index)
    default: return true
    }
  }

  private func endsInExpressionKeyword(upTo last: Int) -> Bool {
    var first = last
    while first > 0, bytes[first - 1].isWordCharacter { first -= 1 }
    return Self.wordsBeforeExpressions.contains(
      String(decoding: bytes[first...last], as: UTF8.self))
  }

  private static let wordsBeforeExpressions: Set<String> = [
    "return", "in", "case", "if", "guard", "while", "where", "switch", "try", "await", "throw",
    "else", "is", "as", "do", "defer", "repeat", "yield",
  ]
}
