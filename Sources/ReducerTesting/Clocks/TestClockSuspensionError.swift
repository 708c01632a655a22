/// Somebody sleeps on a test clock that nobody should sleep on.
public struct TestClockSuspensionError: Error, CustomStringConvertible {
  /// How many sleep.
  public let sleepers: Int

  /// What was found, and how to go on.
  public var description: String {
    """
    \(sleepers) \(sleepers == 1 ? "task sleeps" : "tasks sleep") on the test clock.
    Advance it, or cancel what sleeps.
    """
  }
}
