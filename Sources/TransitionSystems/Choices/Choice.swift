/// One recorded draw: a number in `0...bound`, of which 0 is the simplest.
package struct Choice: Hashable, Sendable {
  /// What a choice decides; the shrinker treats each kind in its own way.
  package enum Kind: UInt8, Hashable, Sendable {
    /// A leaf of the value: an integer, a character.
    case value
    /// Which of several generators goes on.
    case branch
    /// Whether something more is drawn: one more element, an optional's content.
    case flag
  }

  package var value: UInt64
  package var bound: UInt64
  package var kind: Kind

  package init(_ value: UInt64, upTo bound: UInt64, _ kind: Kind = .value) {
    self.value = value
    self.bound = bound
    self.kind = kind
  }
}
