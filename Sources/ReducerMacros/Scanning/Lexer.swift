/// Cuts Swift source into tokens.
///
/// No recursion, whatever is nested in what: source may come from anywhere and must not overflow
/// the stack.
package struct Lexer {
  let bytes: [UInt8]
  private var position = 0
  private var tokens: [Token] = []
  private var startsLine = true
  private var lastEnd = -1

  private init(_ text: String) { bytes = Array(text.utf8) }

  /// The tokens of a text, comments and white space left out.
  ///
  /// Complexity: O(*n*) in the length of the text.
  package static func tokens(of text: String) throws(SyntaxProblem) -> [Token] {
    var lexer = Lexer(text)
    while lexer.position < lexer.bytes.count { try lexer.step() }
    return lexer.tokens
  }

  func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

  func matches(_ text: StaticString, at index: Int) -> Bool {
    guard index + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.withUTF8Buffer { text in
      for offset in text.indices where text[offset] != bytes[index + offset] { return false }
      return true
    }
  }

  private mutating func step() throws(SyntaxProblem) {
    let start = position
    let first = bytes[start]
    if first.isNewline {
      startsLine = true
      position += 1
    } else if first.isSpace {
      position += 1
    } else if let end = try endOfComment(at: start) {
      if bytes[start..<end].contains(where: \.isNewline) { startsLine = true }
      position = end
    } else {
      let (kind, end) = try token(at: start)
      append(kind, start..<end)
    }
  }

  private mutating func append(_ kind: Token.Kind, _ range: Range<Int>) {
    tokens.append(
      Token(
        kind: kind, text: String(decoding: bytes[range], as: UTF8.self), offset: range.lowerBound,
        startsLine: startsLine, isJoined: lastEnd == range.lowerBound))
    startsLine = false
    lastEnd = range.upperBound
    position = range.upperBound
  }

  private func token(at start: Int) throws(SyntaxProblem) -> (Token.Kind, Int) {
    if let delimiter = stringDelimiter(at: start) {
      return (.string, try endOfString(at: start, delimiter))
    }
    if let end = try endOfRegex(at: start) { return (.regex, end) }
    switch bytes[start] {
    case UInt8(ascii: "`"): return (.word, try endOfRawIdentifier(at: start))
    case UInt8(ascii: "#"): return (.pound, endOfWord(at: start + numberOfHashes(at: start)))
    case let first where first.isDigit: return (.number, endOfNumber(at: start))
    case let first where first.isPunctuation: return (.punctuation, start + 1)
    default: break
    }
    if let length = operatorLength(at: start) { return (.operatorCharacter, start + length) }
    let end = endOfWord(at: start)
    // A character that begins nothing, such as a control character, stands for itself.
    return end > start ? (.word, end) : (.punctuation, start + 1)
  }
}
