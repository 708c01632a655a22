/// What opens a string, and so what closes it.
struct StringDelimiter {
  let hashes: Int
  let isMultiline: Bool

  var quotes: Int { isMultiline ? 3 : 1 }
  var length: Int { hashes + quotes }
}

extension Lexer {
  /// Code inside a string, or text inside that code: what has been opened and not closed yet.
  private enum Frame {
    case text(StringDelimiter, start: Int)
    case code(openParentheses: Int)
  }

  func stringDelimiter(at start: Int) -> StringDelimiter? {
    let hashes = numberOfHashes(at: start)
    let quote = start + hashes
    guard byte(quote) == UInt8(ascii: "\"") else { return nil }
    // `#"""#` is a string of one quotation mark.
    let isOneQuote = hashes > 0 && numberOfHashes(at: quote + 3) >= hashes
    let isMultiline = matches("\"\"\"", at: quote) && !isOneQuote
    return StringDelimiter(hashes: hashes, isMultiline: isMultiline)
  }

  /// The end of the string at a place, interpolations and the strings in them included.
  func endOfString(at start: Int, _ delimiter: StringDelimiter) throws(SyntaxProblem) -> Int {
    var index = start + delimiter.length
    var frames = [Frame.text(delimiter, start: start)]
    while let frame = frames.last {
      guard index < bytes.count else {
        throw SyntaxProblem(kind: .unterminatedString, offset: start)
      }
      switch frame {
      case .text(let delimiter, let start):
        index = try stepThroughText(at: index, delimiter, start: start, &frames)
      case .code(let open):
        index = try stepThroughCode(at: index, openParentheses: open, &frames)
      }
    }
    return index
  }

  private func stepThroughText(
    at index: Int, _ delimiter: StringDelimiter, start: Int, _ frames: inout [Frame]
  ) throws(SyntaxProblem) -> Int {
    let byte = bytes[index]
    if byte == UInt8(ascii: "\""), closes(delimiter, at: index) {
      frames.removeLast()
      return index + delimiter.length
    }
    if byte == UInt8(ascii: "\\"), numberOfHashes(at: index + 1) >= delimiter.hashes {
      let escaped = index + 1 + delimiter.hashes
      if self.byte(escaped) == UInt8(ascii: "(") { frames.append(.code(openParentheses: 1)) }
      // The line may go on behind a backslash only where lines may end at all.
      return self.byte(escaped)?.isNewline == true ? escaped : escaped + 1
    }
    if byte.isNewline, !delimiter.isMultiline {
      throw SyntaxProblem(kind: .unterminatedString, offset: start)
    }
    return index + 1
  }

  private func stepThroughCode(
    at index: Int, openParentheses: Int, _ frames: inout [Frame]
  ) throws(SyntaxProblem) -> Int {
    if let delimiter = stringDelimiter(at: index) {
      frames.append(.text(delimiter, start: index))
      return index + delimiter.length
    }
    if let end = try endOfComment(at: index) { return end }
    if let end = try endOfRegex(at: index) { return end }
    switch bytes[index] {
    case UInt8(ascii: "`"): return try endOfRawIdentifier(at: index)
    case UInt8(ascii: "#"): return index + numberOfHashes(at: index)
    case UInt8(ascii: "("):
      frames[frames.count - 1] = .code(openParentheses: openParentheses + 1)
    case UInt8(ascii: ")"):
      frames.removeLast()
      if openParentheses > 1 { frames.append(.code(openParentheses: openParentheses - 1)) }
    default: break
    }
    return index + 1
  }

  private func closes(_ delimiter: StringDelimiter, at index: Int) -> Bool {
    for offset in 0..<delimiter.quotes where byte(index + offset) != UInt8(ascii: "\"") {
      return false
    }
    return numberOfHashes(at: index + delimiter.quotes) >= delimiter.hashes
  }

  func numberOfHashes(at start: Int) -> Int {
    var index = start
    while byte(index) == UInt8(ascii: "#") { index += 1 }
    return index - start
  }
}
