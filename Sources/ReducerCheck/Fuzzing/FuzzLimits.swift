/// How long fuzzing goes on, and how far.
public struct FuzzLimits: Sendable {
  /// Walks at most; nil for no limit but time.
  public var walks: Int?
  /// Wall time at most; nil for no limit but walks.
  public var time: Duration?
  /// Events in one walk at most.
  public var events: Int
  /// Effects in flight at most; nil for what the spec says.
  public var inFlight: Int?
  /// Counterexamples of one demand that are shrunk at most, to tell distinct bugs apart.
  public var counterexamples: Int

  /// Sets the limits; what is left out is the default.
  public init(
    walks: Int? = 2_000, time: Duration? = nil, events: Int = 50, inFlight: Int? = nil,
    counterexamples: Int = 3
  ) {
    self.walks = walks
    self.time = time
    self.events = events
    self.inFlight = inFlight
    self.counterexamples = counterexamples
  }
}
