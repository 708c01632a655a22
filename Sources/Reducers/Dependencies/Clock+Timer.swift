/// A clock that wakes a sleeper exactly when it asked to be.
///
/// Then the instant of waking is the one that was due, and reading it anew makes what a timer does
/// next independent of when it began.
package protocol PunctualClock: Clock {}

extension Clock {
  /// Ticks once an interval, for as long as one asks.
  ///
  /// ```swift
  /// for await _ in clock.timer(interval: .seconds(1)) { await send(.tic) }
  /// ```
  ///
  /// A tick is due an interval after the one before it was due, however long that took to handle.
  /// Ends when the task is cancelled or the clock fails.
  public func timer(interval: Duration, tolerance: Duration? = nil) -> ClockTimer
  where Duration: Sendable {
    ClockTimer {
      var due = now
      return ClockTimer.AsyncIterator {
        // Nothing is to be waited for, so the time is not asked for either.
        if Task.isCancelled { return nil }
        due = due.advanced(by: interval)
        do {
          try await sleep(until: due, tolerance: tolerance)
        } catch {
          return nil
        }
        if self is any PunctualClock { due = now }
        return ()
      }
    }
  }
}

/// The ticks of ``_Concurrency/Clock/timer(interval:tolerance:)``.
public struct ClockTimer: AsyncSequence, Sendable {
  let start: @Sendable () -> AsyncIterator

  /// Starts the first interval.
  public func makeAsyncIterator() -> AsyncIterator { start() }

  /// What waits for one tick after another.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let wait: () async -> Void?

    /// Waits for the next tick.
    public mutating func next() async -> Void? { await wait() }
  }
}
