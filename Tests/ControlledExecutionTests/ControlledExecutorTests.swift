import ControlledExecution
import Foundation
import Testing

/// What the tasks of a test did, in order; touched on the test's thread alone.
private final class Record: @unchecked Sendable {
  var steps: [String] = []
  var waiting: [CheckedContinuation<Void, Never>] = []

  func wait() async { await withCheckedContinuation { waiting.append($0) } }
}

private actor Counter {
  var value = 0
  func add() -> Int {
    value += 1
    return value
  }
}

@MainActor private func onMain(_ record: Record) {
  MainActor.assertIsolated()
  record.steps.append("main")
}

/// Runs on a thread of its own, so that nothing of the test runner's is in the way.
private func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    Thread { continuation.resume(returning: body()) }.start()
  }
}

@Suite struct `A controlled executor` {
  @Test func `holds everything Swift concurrency does on its thread`() async {
    let steps = await onThread { () -> [String] in
      let executor = ControlledExecutor()
      let record = Record()
      let counter = Counter()
      _ = Task(executorPreference: executor) {
        record.steps.append("start")
        await onMain(record)
        async let one = counter.add()
        _ = await one
        record.steps.append("actor")
        await Task { record.steps.append("unstructured") }.value
        await Task.detached { record.steps.append("detached") }.value
        await record.wait()
        record.steps.append("resumed")
      }
      executor.drain()
      record.steps.append("|")
      record.waiting.removeLast().resume()
      executor.drain()
      return record.steps
    }
    #expect(
      steps == ["start", "main", "actor", "unstructured", "detached", "|", "resumed"])
  }

  @Test func `runs jobs in the order they came, the latest first, or the second first`() async {
    func order(_ order: ControlledExecutor.Order) async -> [String] {
      await onThread {
        let executor = ControlledExecutor()
        executor.order = order
        let record = Record()
        _ = Task(executorPreference: executor) {
          await withTaskGroup(of: Void.self) { group in
            for name in ["a", "b", "c"] { group.addTask { record.steps.append(name) } }
          }
        }
        executor.drain()
        return record.steps
      }
    }
    #expect(await order(.oldestFirst) == ["a", "b", "c"])
    #expect(await order(.latestFirst) == ["c", "b", "a"])
    #expect(await order(.secondFirst) == ["b", "c", "a"])
  }

  @Test func `gives up on a task that never suspends for long`() async {
    let drained = await onThread { () -> ControlledExecutor.Drained in
      let executor = ControlledExecutor()
      let task = Task(executorPreference: executor) {
        while !Task.isCancelled { await Task.yield() }
      }
      let result = executor.drain(budget: 100)
      task.cancel()
      executor.drain()
      return result
    }
    #expect(drained == .exhausted)
  }

  @Test func `notices what another thread brings in`() async {
    let foreign = await onThread { () -> Int in
      let executor = ControlledExecutor()
      let record = Record()
      _ = Task(executorPreference: executor) { await record.wait() }
      executor.drain()
      let continuation = record.waiting.removeLast()
      let done = DispatchSemaphore(value: 0)
      Thread {
        continuation.resume()
        done.signal()
      }.start()
      done.wait()
      executor.drain()
      return executor.foreignJobs
    }
    #expect(foreign == 1)
  }

  #if os(Linux)
    @Test func `holds a sleep instead of sleeping`() async {
      let result = await onThread { () -> ([Duration], [String]) in
        let executor = ControlledExecutor()
        let record = Record()
        _ = Task(executorPreference: executor) {
          try? await Task.sleep(for: .seconds(3600))
          record.steps.append("awake")
        }
        executor.drain()
        let durations = executor.sleeps.map(\.duration)
        executor.wake(at: 0)
        executor.drain()
        return (durations, record.steps)
      }
      #expect(result.0 == [.seconds(3600)])
      #expect(result.1 == ["awake"])
    }
  #endif
}
