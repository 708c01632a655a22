/// Tokens whose brackets are known to pair up.
package struct TokenTree: Sendable {
  package let text: String
  package let tokens: [Token]
  /// For each bracket, the place of its partner; for other tokens, their own place.
  private let partners: [Int]

  /// Cuts a text into tokens and pairs its brackets.
  package init(_ text: String) throws(SyntaxProblem) {
    self.text = text
    tokens = try Lexer.tokens(of: text)
    partners = try Self.pairBrackets(of: tokens)
  }

  private static func pairBrackets(of tokens: [Token]) throws(SyntaxProblem) -> [Int] {
    var partners = Array(tokens.indices)
    var open: [Int] = []
    for (index, token) in tokens.enumerated() where token.kind == .punctuation {
      switch token.text {
      case "(", "[", "{": open.append(index)
      case ")", "]", "}":
        guard let start = open.popLast(), closing[tokens[start].text] == token.text else {
          throw SyntaxProblem(kind: .unbalancedBracket, offset: token.offset)
        }
        partners[start] = index
        partners[index] = start
      default: break
      }
    }
    if let start = open.last {
      throw SyntaxProblem(kind: .unbalancedBracket, offset: tokens[start].offset)
    }
    return partners
  }

  private static let closing = ["(": ")", "[": "]", "{": "}"]

  /// Where to go on behind a token, a bracket's contents included.
  func index(after index: Int) -> Int { max(index, partners[index]) + 1 }

  /// The place of the bracket that closes the one here.
  func partner(of index: Int) -> Int { partners[index] }

  func token(_ index: Int) -> Token? { tokens.indices.contains(index) ? tokens[index] : nil }

  func `is`(_ index: Int, _ text: String) -> Bool { token(index)?.is(text) == true }

  /// Whether an operator made of two characters is here.
  func isPair(_ index: Int, _ text: String) -> Bool {
    guard let first = token(index), let second = token(index + 1), second.isJoined else {
      return false
    }
    return first.kind != .string && first.text + second.text == text
  }

  /// The source of some tokens just as it stands, comments between them included.
  func verbatim(_ range: Range<Int>) -> String {
    guard let first = range.first, let last = range.last else { return "" }
    let start = text.utf8.index(text.startIndex, offsetBy: tokens[first].offset)
    let end = text.utf8.index(text.startIndex, offsetBy: tokens[last].end)
    return String(decoding: text.utf8[start..<end], as: UTF8.self)
  }

  /// Some tokens on one line: one space where there was any, no comments.
  func spelling(_ range: Range<Int>, replacingSelfBy name: String? = nil) -> String {
    var result = ""
    for index in range {
      let token = tokens[index]
      if index > range.lowerBound, !token.isJoined { result += " " }
      let isSelf = token.is("Self") && !self.is(index - 1, ".")
      result += isSelf ? name ?? token.text : token.text
    }
    return result
  }
}
