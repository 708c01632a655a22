extension Lexer {
  /// The end of the comment at a place, or nil if there is none. Block comments nest.
  func endOfComment(at start: Int) throws(SyntaxProblem) -> Int? {
    guard bytes[start] == UInt8(ascii: "/") else { return nil }
    if matches("//", at: start) {
      return bytes[start...].firstIndex(where: \.isNewline) ?? bytes.count
    }
    guard matches("/*", at: start) else { return nil }
    var depth = 0
    var index = start
    repeat {
      guard index < bytes.count else {
        throw SyntaxProblem(kind: .unterminatedComment, offset: start)
      }
      if matches("/*", at: index) {
        depth += 1
        index += 2
      } else if matches("*/", at: index) {
        depth -= 1
        index += 2
      } else {
        index += 1
      }
    } while depth > 0
    return index
  }
}
