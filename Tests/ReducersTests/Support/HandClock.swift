import Synchronization

/// A clock that a test moves by hand.
final class HandClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset = Duration.zero

    func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
    func duration(to other: Self) -> Duration { other.offset - offset }
    static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
  }

  private struct Sleeper {
    let number: Int
    let deadline: Instant
    let resume: CheckedContinuation<Void, Never>
  }

  private struct Time {
    var now = Instant()
    var lastNumber = 0
    var sleepers: [Sleeper] = []
  }

  private let time = Mutex(Time())
  private let arrivals = AsyncStream<Void>.makeStream()

  var now: Instant { time.withLock { $0.now } }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = time.withLock { time in
      time.lastNumber += 1
      return time.lastNumber
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let sleeper = Sleeper(number: number, deadline: deadline, resume: continuation)
        time.withLock { $0.sleepers.append(sleeper) }
        if Task.isCancelled { wake { $0.number == number } }
        arrivals.continuation.yield()
      }
    } onCancel: {
      wake { $0.number == number }
    }
    try Task.checkCancellation()
  }

  /// Returns once one more sleep has begun.
  func arrival() async {
    for await _ in arrivals.stream { return }
  }

  func advance(by duration: Duration) {
    let now = time.withLock { time in
      time.now = time.now.advanced(by: duration)
      return time.now
    }
    wake { $0.deadline <= now }
  }

  private func wake(_ isMeant: (Sleeper) -> Bool) {
    let woken = time.withLock { time in
      let woken = time.sleepers.filter(isMeant)
      time.sleepers.removeAll(where: isMeant)
      return woken
    }
    for sleeper in woken { sleeper.resume.resume() }
  }
}
