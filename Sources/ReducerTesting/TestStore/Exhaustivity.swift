/// How much of what happens a test has to describe.
public enum Exhaustivity: Hashable, Sendable {
  /// All of it: each change of state, each action received, the end of each effect.
  case on
  /// What the test is about. What it leaves out fails nothing; it can be shown as a warning.
  case off(showSkippedAssertions: Bool)

  /// What the test is about, and the rest not shown.
  public static var off: Exhaustivity { .off(showSkippedAssertions: false) }

  var showsSkipped: Bool { self == .off(showSkippedAssertions: true) }
}
