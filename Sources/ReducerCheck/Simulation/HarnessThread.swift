import Foundation

/// Runs the harness's work on a thread of its own and waits for it.
///
/// A controlled executor runs other tasks' jobs on its thread, which must therefore not be in the
/// middle of a task itself. The stack is large, since what is checked may recurse deeply.
func onHarnessThread<Value>(_ body: @escaping () throws -> Value) throws -> Value {
  let work = HarnessWork(body)
  let thread = Thread { work.run() }
  thread.stackSize = harnessStackSize
  thread.name = "ReducerCheck"
  thread.start()
  return try work.wait()
}

/// The size of the stack that features are run on.
let harnessStackSize = 64 << 20

/// `@unchecked Sendable` holds because the semaphore orders the two threads' accesses.
private final class HarnessWork<Value>: @unchecked Sendable {
  private let body: () throws -> Value
  private var result: Result<Value, any Error>?
  private let done = DispatchSemaphore(value: 0)

  init(_ body: @escaping () throws -> Value) { self.body = body }

  func run() {
    result = Result { try body() }
    done.signal()
  }

  func wait() throws -> Value {
    done.wait()
    guard let result else { preconditionFailure("Internal error: work without a result") }
    return try result.get()
  }
}
