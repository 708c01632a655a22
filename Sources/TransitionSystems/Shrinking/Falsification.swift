/// A value that breaks a property, and the simplest one found that does.
public struct Falsification<Value> {
  /// The value that was drawn.
  public let original: Value
  /// The value it was shrunk to.
  public let minimal: Value
  /// The numbers from which the generator draws the minimal value again.
  public let choices: [UInt64]
  /// Which attempt failed, from 1.
  public let attempt: Int
  /// How often the property was asked while shrinking.
  public let evaluations: Int
  /// How often a value was drawn while shrinking, the property asked or not.
  public let draws: Int
  /// What each pass cost and gained.
  public let passes: [PassStatistics]
  /// Whether shrinking ended at a limit rather than at a value no pass can improve.
  public let isCutShort: Bool
}

extension Falsification: Sendable where Value: Sendable {}
