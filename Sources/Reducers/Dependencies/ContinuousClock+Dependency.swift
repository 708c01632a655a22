extension DependencyValues {
  /// The clock to sleep and measure time with; in tests, one that reports and throws until set.
  public var continuousClock: any Clock<Duration> {
    get { self[ContinuousClockKey.self] }
    set { self[ContinuousClockKey.self] = newValue }
  }
}

private enum ContinuousClockKey: DependencyKey {
  static let liveValue: any Clock<Duration> = ContinuousClock()
  static var testValue: any Clock<Duration> {
    PlaceholderTestValue.note()
    return UnsetClock()
  }
}

/// The clock of a test that has not set one: it stands still, and no sleep on it succeeds.
struct UnsetClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration = .zero

    func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
    func duration(to other: Self) -> Duration { other.offset - offset }
    static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
  }

  /// Thrown by each sleep.
  struct SleepError: Error, CustomStringConvertible {
    var description: String { "The test has not set a clock: $0.continuousClock = …" }
  }

  var now: Instant { Instant() }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws { throw SleepError() }
}
