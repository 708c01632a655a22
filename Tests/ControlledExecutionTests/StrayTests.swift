import ControlledExecution
import Foundation
import Testing

/// What a test store asks of an executor beyond running jobs.
@Suite struct `A controlled executor of a test store` {
  private final class Host {}

  private enum Sleeper {
    @TaskLocal static var number: Int?
  }

  /// Runs on a thread of its own, so that nothing of the test runner's is in the way.
  private func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: body()) }.start()
    }
  }

  @Test(arguments: [true, false])
  func `counts what comes from where nobody may resume it`(isStray: Bool) async {
    let counts = await onThread { () -> [Int] in
      let executor = ControlledExecutor(isStray: { isStray })
      _ = Task(executorPreference: executor) {}
      let here = executor.hasArrivals
      let done = DispatchSemaphore(value: 0)
      Thread {
        _ = Task(executorPreference: executor) {}
        done.signal()
      }.start()
      done.wait()
      let elsewhere = executor.hasArrivals
      executor.drain()
      return [here ? 1 : 0, elsewhere ? 1 : 0, executor.foreignJobs, executor.strayJobs]
    }
    #expect(counts == [0, 1, 1, isStray ? 1 : 0])
  }

  @Test func `is found by what runs on its thread, and finds its host`() async {
    let found = await onThread { () -> [Bool] in
      let executor = ControlledExecutor()
      let host = Host()
      executor.host = host
      let inside = executor.perform { ControlledExecutor.current?.host === host }
      return [
        inside, ControlledExecutor.current == nil, executor.isOnItsThread, host === executor.host,
      ]
    }
    #expect(found == [true, true, true, true])
  }

  @Test func `lets go what is none of its own`() async {
    let isReleased = await onThread { () -> Bool in
      let executor = ControlledExecutor()
      return executor.perform { executor.releasing { ControlledExecutor.current == nil } }
    }
    #expect(isReleased)
  }

  #if os(Linux)
    @Test func `notes whose task falls into a sleep`() async {
      let origins = await onThread { () -> [Int?] in
        let executor = ControlledExecutor()
        executor.originOfSleep = { Sleeper.number }
        Sleeper.$number.withValue(7) {
          _ = Task(executorPreference: executor) { try await Task.sleep(for: .seconds(1)) }
        }
        executor.drain()
        defer { executor.wake(at: 0) }
        return executor.sleeps.map(\.origin)
      }
      #expect(origins == [7])
    }
  #endif
}
