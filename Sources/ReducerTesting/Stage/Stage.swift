import ControlledExecution
import Foundation
import Reducers
import Synchronization

/// A thread of its own on which a feature runs under control, only while a test waits for it.
///
/// A controlled executor runs other tasks' jobs on its thread, which must therefore not be in the
/// middle of a task itself.
final class Stage: @unchecked Sendable {
  // Sendable holds because `executor` is set once, before the initializer returns, and `current`
  // belongs to the stage's thread; the requests go through a lock.

  private struct Request {
    let work: @Sendable () -> Void
    let done: @Sendable () -> Void
  }

  private let requests = Mutex<[Request]>([])
  private let arrival = DispatchSemaphore(value: 0)
  private var current: Request?
  private(set) var executor = ControlledExecutor()
  private let halted = Atomic(false)

  /// Feature code may recurse deeply.
  private static var stackSize: Int { 64 << 20 }

  init() {
    let ready = DispatchSemaphore(value: 0)
    let thread = Thread { [self] in
      executor = ControlledExecutor(isStray: isStray)
      executor.originOfSleep = { EffectContext.runtime?.entry }
      ready.signal()
      while serve() {}
    }
    thread.stackSize = Self.stackSize
    thread.name = "ReducerTesting"
    thread.start()
    ready.wait()
  }

  /// Whether the feature asked for what must not be: nothing runs on this stage any more.
  var isHalted: Bool { halted.load(ordering: .acquiring) }

  /// Has work done on the stage's thread, outside of any task, and waits for it.
  nonisolated(nonsending) func perform(_ work: @escaping @Sendable () -> Void) async {
    guard !isHalted else { return }
    await withCheckedContinuation { continuation in
      enqueue(Request(work: work, done: { continuation.resume() }))
    }
  }

  /// The same for a caller that cannot suspend; the stage needs nothing of the caller's thread.
  func performBlocking(_ work: @escaping @Sendable () -> Void) {
    guard !isHalted else { return }
    let done = DispatchSemaphore(value: 0)
    enqueue(Request(work: work, done: { done.signal() }))
    done.wait()
  }

  /// Does a last work, waits for it, and ends the thread.
  func end(_ work: @escaping @Sendable () -> Void) {
    performBlocking(work)
    requests.withLock { $0.removeAll() }
    arrival.signal()
  }

  /// Ends what is being done where it stands, for ever, and lets the test go on.
  ///
  /// What is called here never returns, so nothing after it happens: the thread is given up.
  func halt() {
    halted.store(true, ordering: .releasing)
    executor.releasing { current?.done() }
    while true { DispatchSemaphore(value: 0).wait() }
  }

  /// Whether the calling thread is the stage's.
  var isCurrent: Bool { executor.isOnItsThread }

  private func enqueue(_ request: Request) {
    requests.withLock { $0.append(request) }
    arrival.signal()
  }

  private func serve() -> Bool {
    arrival.wait()
    guard let request = requests.withLock({ $0.isEmpty ? nil : $0.removeFirst() })
    else { return false }
    current = request
    request.work()
    current = nil
    request.done()
    return true
  }
}

/// Whether the calling thread, not the stage's, may not resume what an effect waits for.
///
/// A test may, from its own task. A thread without a task is none of the test's, and in a task of
/// the effect itself that runs elsewhere, something has left the stage.
private func isStray() -> Bool {
  withUnsafeCurrentTask { $0 == nil } || EffectContext.runtime != nil
}
