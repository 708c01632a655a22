import Synchronization

/// Everything that Swift concurrency does inside an effect, held on one thread and stepped.
///
/// A task started with this executor as its preference, its child tasks, the unstructured tasks,
/// actors and main-actor hops it leads to: all append jobs to one queue, which ``drain(budget:)``
/// runs in order on the calling thread until it is empty. Then each task is suspended in exactly
/// what it awaits, and nothing happens until somebody resumes it.
///
/// An executor belongs to the thread that made it. A job that another thread enqueues is kept
/// apart and counted in ``foreignJobs``: something escaped control.
package final class ControlledExecutor: TaskExecutor, SerialExecutor, @unchecked Sendable {
  // Sendable holds because `jobs` is touched by the owning thread alone, which every entry point
  // checks, and what other threads bring goes through a lock.

  private var jobs: [(job: UnownedJob, place: Place)] = []
  private var head = 0
  private let owner = ThreadIdentity.current
  private let foreign = Mutex<[UnownedJob]>([])
  private let hasForeign = Atomic(false)
  private let strays = Atomic(0)
  private let isStray: @Sendable () -> Bool
  lazy var main = ControlledMainExecutor(self)

  /// Which of several jobs is taken next.
  package enum Order {
    case oldestFirst
    /// Against the usual one, to see whether the order matters.
    case latestFirst
    /// The oldest but one, while there is one: of three that were there together the usual order and
    /// its opposite have the same in the middle.
    case secondFirst
  }

  package var order = Order.oldestFirst

  /// Sleeps that reached the executor instead of a controlled clock, oldest first.
  package private(set) var sleeps: [RealSleep] = []

  /// How many jobs other threads have brought in so far.
  package private(set) var foreignJobs = 0

  /// Whether other threads have brought jobs in that were not yet taken.
  package var hasArrivals: Bool { hasForeign.load(ordering: .acquiring) }

  /// How many of those came from where nobody may resume what is held.
  package var strayJobs: Int { strays.load(ordering: .acquiring) }

  /// The executor that holds the calling thread at the moment.
  package static var current: ControlledExecutor? { RuntimeHooks.current }

  /// Who it works for, to be found by what runs on it.
  package weak var host: AnyObject?

  /// Whether the calling thread is the one it belongs to.
  package var isOnItsThread: Bool { ThreadIdentity.current == owner }

  /// Says, in the task that falls into a real sleep, whose that task is.
  package var originOfSleep: () -> Int? = { nil }

  /// Whether two jobs have ever waited at once since this was last set to false: if not, the
  /// order in which jobs are taken can have made no difference.
  package var hadChoice = false

  /// A `Task.sleep` or a sleep on a standard clock, and the job that waits for it.
  package struct RealSleep {
    package let duration: Duration
    /// What ``ControlledExecutor/originOfSleep`` said of it.
    package let origin: Int?
    let job: UnownedJob
  }

  /// Where a job believes to run. One that asked for no executor must not find itself on ours: at
  /// each call it would be put back in the queue to get off it.
  enum Place { case main, preferred, anywhere }

  /// The runtime's own "no executor in particular": two zero words.
  private static var anywhere: UnownedSerialExecutor {
    unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)
  }

  package enum Drained: Hashable {
    /// Nothing is left to run.
    case idle
    /// The budget was used up and jobs are left: something does not suspend.
    case exhausted
  }

  /// Creates an executor that belongs to the calling thread.
  ///
  /// - Parameter isStray: Asked on each other thread that brings a job, whether that is a stray.
  package init(isStray: @escaping @Sendable () -> Bool = { false }) { self.isStray = isStray }

  /// Runs jobs in order until there are none, or `budget` of them have run.
  @discardableResult
  package func drain(budget: Int = .max) -> Drained {
    let outer = RuntimeHooks.hold(self)
    defer { RuntimeHooks.restore(outer) }
    var left = budget
    while true {
      if !takeForeign() && head == jobs.count { break }
      if left == 0 { return .exhausted }
      left -= 1
      if jobs.count - head > 1 { hadChoice = true }
      let next: (job: UnownedJob, place: Place)
      if order == .latestFirst {
        next = jobs.removeLast()
      } else if order == .secondFirst && jobs.count - head > 1 {
        next = jobs.remove(at: head + 1)
      } else {
        next = jobs[head]
        head += 1
      }
      switch next.place {
      case .main: next.job.runSynchronously(on: main.asUnownedSerialExecutor())
      case .preferred: next.job.runSynchronously(on: asUnownedTaskExecutor())
      case .anywhere: next.job.runSynchronously(on: Self.anywhere)
      }
    }
    jobs.removeAll(keepingCapacity: true)
    head = 0
    return .idle
  }

  /// Forgets the jobs that wait, for ever: the tasks they belong to do not suspend.
  package func forgetJobs() {
    jobs.removeAll(keepingCapacity: true)
    head = 0
  }

  /// Does something that starts tasks or touches the main actor, under this executor's control.
  package func perform<Value>(_ body: () throws -> Value) rethrows -> Value {
    let outer = RuntimeHooks.hold(self)
    defer { RuntimeHooks.restore(outer) }
    return try body()
  }

  /// Does something that is no part of what is held: what it resumes runs where it belongs.
  package func releasing<Value>(_ body: () throws -> Value) rethrows -> Value {
    let outer = RuntimeHooks.release()
    defer { RuntimeHooks.restore(outer) }
    return try body()
  }

  /// Wakes a sleep, as if its time had passed.
  package func wake(at index: Int) {
    jobs.append((sleeps.remove(at: index).job, .preferred))
  }

  /// Forgets the sleeps that are held: their tasks are left suspended for ever.
  package func dropSleeps() { sleeps.removeAll() }

  package func enqueue(_ job: consuming ExecutorJob) {
    append(UnownedJob(job), .preferred)
  }

  func append(_ job: UnownedJob, _ place: Place) {
    if ThreadIdentity.current == owner {
      jobs.append((job, place))
    } else {
      if isStray() { strays.add(1, ordering: .releasing) }
      foreign.withLock { $0.append(job) }
      hasForeign.store(true, ordering: .releasing)
    }
  }

  /// Keeps a sleep.
  ///
  /// Its length reaches us as a deadline on a running clock, short of what was asked by as long as
  /// that took, so it is rounded up: by a hundredth or so of itself.
  func hold(_ job: UnownedJob, for duration: Duration) {
    let unit: Int64 = duration > .seconds(1) ? 100 : duration > .milliseconds(100) ? 10 : 1
    let (seconds, attoseconds) = duration.components
    let milliseconds = seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    let rounded = (milliseconds + unit - 1) / unit * unit
    let duration = Duration.milliseconds(rounded)
    sleeps.append(RealSleep(duration: duration, origin: originOfSleep(), job: job))
  }

  /// Moves what other threads brought to the queue; says whether there was anything.
  private func takeForeign() -> Bool {
    guard hasForeign.load(ordering: .acquiring) else { return false }
    hasForeign.store(false, ordering: .relaxed)
    let arrived = foreign.withLock { waiting in
      let result = waiting
      if !result.isEmpty { waiting = [] }
      return result
    }
    foreignJobs += arrived.count
    jobs.append(contentsOf: arrived.map { ($0, .preferred) })
    return !arrived.isEmpty
  }
}

/// The main actor's executor, as the owning thread of a controlled executor sees it.
final class ControlledMainExecutor: SerialExecutor, @unchecked Sendable {
  // Sendable holds because it has no state of its own but the executor it passes jobs to.
  private unowned let executor: ControlledExecutor

  init(_ executor: ControlledExecutor) { self.executor = executor }

  func enqueue(_ job: consuming ExecutorJob) {
    executor.append(UnownedJob(job), .main)
  }

  func checkIsolated() {}

  func isIsolatingCurrentContext() -> Bool? { true }
}
