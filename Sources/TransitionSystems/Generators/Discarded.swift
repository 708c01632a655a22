/// Thrown where a generator has no value to give: everything it drew was rejected.
///
/// A property may throw it as well, of a value that it has nothing to say about.
public struct Discarded: Error, Hashable, Sendable, CustomStringConvertible {
  /// Which filter or generator gave up.
  public var label: String
  /// How many values it rejected in a row; 0 when it had none to begin with.
  public var attempts: Int

  /// Says who gave up, and after how many attempts.
  public init(_ label: String, attempts: Int = 0) {
    self.label = label
    self.attempts = attempts
  }

  /// What gave up, how often it tried, and the likeliest fix.
  public var description: String {
    guard attempts > 0 else {
      return "\(label) has no value to draw. Give it at least one."
    }
    let values = attempts == 1 ? "the value" : "all \(attempts) values"
    return "\(label) rejected \(values) it was given. "
      + "Draw values that fit instead of filtering them, or weaken the condition."
  }
}
