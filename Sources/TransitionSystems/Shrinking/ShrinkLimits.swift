/// How much work shrinking may be.
public struct ShrinkLimits: Hashable, Sendable {
  /// How often the property is asked at most; the best found by then is the result.
  public var evaluations: Int
  /// How many smaller values are tried one by one at the end, where there are no more than that.
  public var exhaustive: Int

  /// Sets the limits; what is left out is the default.
  public init(evaluations: Int = 5_000, exhaustive: Int = 400) {
    self.evaluations = evaluations
    self.exhaustive = exhaustive
  }
}
