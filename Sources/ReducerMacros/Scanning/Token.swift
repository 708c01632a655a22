/// One token of Swift source.
package struct Token: Equatable, Sendable {
  /// What sort of token it is.
  package enum Kind: Equatable, Sendable {
    /// A name or a keyword; which of the two, its position decides. Raw ones keep their backticks.
    case word
    case number
    case string
    case regex
    /// A hash sign and the name behind it: `#if`, `#expect`.
    case pound
    /// One character of an operator, so that `>>` can close two lists of generic arguments.
    case operatorCharacter
    /// A bracket, or one of `, ; : . @ \`.
    case punctuation
  }

  package let kind: Kind
  package let text: String
  /// The number of bytes in front of it.
  package let offset: Int
  /// It is the first token of its line.
  package let startsLine: Bool
  /// Nothing, not even a space, is between it and the token before.
  package let isJoined: Bool

  /// The number of bytes up to its end.
  package var end: Int { offset + text.utf8.count }

  func `is`(_ text: String) -> Bool {
    self.text == text && kind != .string && kind != .regex
  }
}
