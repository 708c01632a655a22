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
        due = due.advanced(by: interval)
        do {
          try await sleep(until: due, tolerance: tolerance)
        } catch {
          return nil
        }
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
