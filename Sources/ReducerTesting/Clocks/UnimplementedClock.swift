import Reducers

/// A clock that fails the test when anyone asks it the time or sleeps on it; no sleep succeeds.
public struct UnimplementedClock: Clock, Sendable {
  /// A time on a clock that stands still.
  public typealias Instant = TestClock.Instant

  /// Thrown by each sleep.
  public struct SleepError: Error, CustomStringConvertible {
    /// What was done.
    public var description: String { "A sleep on a clock that is not to be used." }
  }

  private let fileID: String
  private let line: Int

  /// Creates a clock that nobody may use.
  public init(fileID: String = #fileID, line: Int = #line) {
    self.fileID = fileID
    self.line = line
  }

  /// Zero, and a report.
  public var now: Instant {
    note("was asked the time")
    return Instant()
  }

  /// Zero, and a report.
  public var minimumResolution: Duration {
    note("was asked its resolution")
    return .zero
  }

  /// Throws, and reports.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    note("was slept on")
    throw SleepError()
  }

  private func note(_ use: String) {
    let message = """
      The unimplemented clock made at \(fileID):\(line) \(use).
      Give the test a clock for it: $0.continuousClock = TestClock() in withDependencies.
      """
    report(Misuse(kind: .uncontrolledDependency, message: message, fileID: fileID, line: line))
  }
}
