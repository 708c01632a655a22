import Synchronization

/// A clock on which no sleep takes any time: its time jumps to the deadline.
///
/// Each sleep lets other tasks have a turn; beyond that, effects that sleep run through at once.
public final class ImmediateClock: Clock, Sendable {
  /// A time since the clock was made.
  public typealias Instant = TestClock.Instant

  private let time: Mutex<Instant>

  /// Creates a clock that starts at a time.
  public init(now: Instant = Instant()) { time = Mutex(now) }

  /// The latest deadline that anyone has slept to.
  public var now: Instant { time.withLock { $0 } }

  /// No two times are too close.
  public var minimumResolution: Duration { .zero }

  /// Goes to a time, unless the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await Task.yield()
  }
}
