import Reducers
import Synchronization

/// A clock whose time passes only when a test says so: an hour, at once.
///
/// ```swift
/// let clock = TestClock()
/// let store = TestStore(initialState: Busqueda.State()) { Busqueda() } withDependencies: {
///   $0.continuousClock = clock
/// }
/// await store.send(.texto("swift"))
/// await clock.advance(by: .milliseconds(300))
/// await store.receive(\.respuesta)
/// ```
///
/// Sleepers wake one after another, in the order of their deadlines and then of their arrival; what
/// one does next happens before the next wakes, so that a timer ticks once an interval however far
/// the clock is advanced. An action that a woken effect sends happens at that time, too: until it is
/// received, the rest of an ``advance(by:)`` waits. A sleep that is to end now ends with the next
/// advance.
///
/// The clock sees to the effects of test stores. Of another task that sleeps on it, it cannot know
/// when it has come to sleep again, and does not wait for it.
public final class TestClock: Clock, Sendable {
  /// A time since the clock was made.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public var offset: Duration

    /// A time since the clock was made.
    public init(offset: Duration = .zero) { self.offset = offset }

    /// A later time.
    public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
    /// The time to another.
    public func duration(to other: Self) -> Duration { other.offset - offset }
    /// Whether one time is before another.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
  }

  struct Sleeper {
    let number: Int
    let deadline: Instant
    let continuation: UnsafeContinuation<Void, any Error>
    let entry: Int?
    let stage: StageClocks?
    /// Whether it asked to sleep no longer than till now, which the next advance ends.
    var awaitsAdvance: Bool
  }

  struct Time {
    var now: Instant
    /// How far time may go; nil for as long as anyone sleeps.
    var granted: Instant?
    var lastNumber = 0
    var sleepers: [Sleeper] = []
    var stages: [StageClocks] = []
  }

  let time: Mutex<Time>

  /// Times that sleepers may wake in one ``run(fileID:filePath:line:column:)``.
  static var wakeLimit: Int { 10_000 }

  /// Creates a clock that stands still at a time.
  public init(now: Instant = Instant()) { time = Mutex(Time(now: now, granted: now)) }

  /// The time: for effects the one that has come, for the test the one it has advanced to.
  public var now: Instant {
    let isInEffect = StageClocks.current != nil
    return time.withLock { isInEffect ? $0.now : $0.granted ?? $0.now }
  }

  /// No two times are too close.
  public var minimumResolution: Duration { .zero }

  /// Sleeps until the test has advanced the clock to a time, now included.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let number = time.withLock { time in
      time.lastNumber += 1
      return time.lastNumber
    }
    let (stage, entry) = (StageClocks.current, EffectContext.runtime?.entry)
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        stage?.add(self)
        if let stage { attach(stage) }
        let isPast = time.withLock { time in
          if deadline < time.now { return true }
          time.sleepers.append(
            Sleeper(
              number: number, deadline: deadline, continuation: continuation, entry: entry,
              stage: stage, awaitsAdvance: deadline == time.now && time.granted == time.now))
          return false
        }
        if isPast { continuation.resume() }
        if Task.isCancelled { cancel(number) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  /// Makes the clock heed what waits to be received on a stage.
  func attach(_ stage: StageClocks) {
    time.withLock { time in
      if !time.stages.contains(where: { $0 === stage }) { time.stages.append(stage) }
    }
  }

  private func cancel(_ number: Int) {
    let sleeper = time.withLock { time -> Sleeper? in
      guard let index = time.sleepers.firstIndex(where: { $0.number == number }) else { return nil }
      return time.sleepers.remove(at: index)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}
