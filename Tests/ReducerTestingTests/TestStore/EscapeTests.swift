import Foundation
import ReducerTesting
import Reducers
import Synchronization
import Testing

/// What leaves the test store's control is said, and never waited for.
@Suite struct EscapeTests {
  @Test func `a sleep in real time`() async {
    let line = #line
    let found = await failures {
      let store = banco(running: .run { _ in try await Task.sleep(for: .seconds(1)) })
      await store.send(.haz("x"))
    }
    #expect(
      found.messages == [
        """
        The effect at ReducerTestingTests/EscapeTests.swift:LINE sleeps 1.0 seconds in real time, \
        which a test store does not wait for: it never wakes.

        Sleep on a clock that the test controls: `@Dependency(\\.continuousClock) var clock` in the \
        feature, `$0.continuousClock = TestClock()` in the test.
        """
      ])
    #expect(found[0].message.contains("EscapeTests.swift:\(line + 2) "))
    #expect(found.map { Int($0.place.line) } == [line + 3])
  }

  @Test func `a sleep in real time ends when its effect is cancelled`() async {
    let log = Log()
    let found = await failures {
      let store = banco(
        running: .run { _ in
          try? await Task.sleep(for: .seconds(1))
          log("awake")
        })
      let task = await store.send(.haz("x"))
      await task.cancel()
      await store.finish()
    }
    #expect(found.count == 1)
    #expect(log.all == ["awake"])
  }

  @Test func `a thread that resumes an effect in time`() async {
    let goOn = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    let found = await failures {
      let store = banco(
        running: .run { send in
          await withUnsafeContinuation { continuation in
            onThread {
              wait(for: goOn)
              continuation.resume()
              done.signal()
            }
          }
          await send(.tic)
        })
      await store.send(.haz("x"))
      goOn.signal()
      wait(for: done)
      await store.receive(.tic) { $0.cuenta = 1 }
    }
    #expect(
      found.messages.last == """
        The effect at ReducerTestingTests/EscapeTests.swift:LINE was resumed from a thread that \
        the test store does not control: what happens when differs from run to run.

        Put what calls back (a queue, a thread, URLSession) behind a dependency that the test \
        answers.
        """)
    #expect(found.count == 1)
  }

  @Test func `a thread that resumes an effect too late`() async {
    let goOn = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    let found = await failures {
      let store = banco(
        running: .run { send in
          await withUnsafeContinuation { continuation in
            onThread {
              wait(for: goOn)
              continuation.resume()
              done.signal()
            }
          }
          await send(.tic)
        })
      await store.send(.haz("x"))
      await store.receive(.tic) { $0.cuenta = 1 }
      await store.skipInFlightEffects()
    }
    goOn.signal()
    wait(for: done)
    #expect(
      found.messages == [
        """
        Expected to receive .tic, but nothing waits to be received. In flight:

            the effect at ReducerTestingTests/EscapeTests.swift:LINE (returned for .haz("x"))
              waits for something that the test store does not control

        Let the test answer what it waits for, or send an action that cancels it. What a thread, \
        a queue or URLSession is to answer, a test store does not wait for: put it behind a \
        dependency.
        """
      ])
  }

  @Test func `an action sent from elsewhere is not taken`() async {
    let found = await failures {
      let store = banco(
        running: .run { send in
          Task(executorPreference: OtherThread.shared) { await send(.tic) }
          await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        })
      await store.send(.haz("x"))
      await store.finish()
      await store.skipInFlightEffects(strict: false)
    }
    #expect(
      found.messages.first == """
        The effect at ReducerTestingTests/EscapeTests.swift:LINE was resumed from a thread that \
        the test store does not control: what happens when differs from run to run.

        Put what calls back (a queue, a thread, URLSession) behind a dependency that the test \
        answers.
        """)
  }

  @Test func `an effect that never comes to rest`() async {
    let found = await failures {
      let store = banco(running: .run { _ in while !Task.isCancelled { await Task.yield() } })
      await store.send(.haz("x"))
      await store.send(.tic)
      await store.finish()
    }
    #expect(
      found.messages == [
        """
        The effect at ReducerTestingTests/EscapeTests.swift:LINE does not come to rest: it goes on \
        and on without ever waiting.

        Let it wait for a clock or an answer in each round. Nothing that it does from here on \
        happens.
        """
      ])
  }

  @Test func `an action sent after the effect has returned`() async {
    let found = await failures {
      let store = banco(running: .run { send in Task { await send(.tic) } })
      await store.send(.haz("x"))
    }
    #expect(
      found.messages == [
        """
        The effect at ReducerTestingTests/EscapeTests.swift:LINE sent an action after it had \
        returned; the action is dropped. Await the work that sends it before returning.
        """
      ])
  }

  @Test func `an action that waits when its effect returns`() async {
    let (stream, answers) = AsyncStream<Void>.makeStream()
    let found = await failures {
      let store = banco(
        running: .run { send in
          Task { await send(.tic) }
          for await _ in stream {}
        })
      await store.send(.haz("x"))
      answers.finish()
      await store.finish()
    }
    #expect(
      found.messages == [
        """
        The effect at ReducerTestingTests/EscapeTests.swift:LINE sent an action after it had \
        returned; the action is dropped. Await the work that sends it before returning.
        """
      ])
  }

  @Test func `an error that nothing handles`() async {
    let found = await failures {
      let store = banco(running: .run { _ in throw Averia() })
      await store.send(.haz("x"))
    }
    #expect(
      found.messages == [
        """
        The effect at ReducerTestingTests/EscapeTests.swift:LINE threw Averia(), and has no catch. \
        Add `catch: { error, send in … }` to its run, or handle the error inside.
        """
      ])
  }
}

struct Averia: Error {}

private func onThread(_ work: @escaping @Sendable () -> Void) { Thread(block: work).start() }

private func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }

/// An executor that has each job run on another thread, and waits until it has.
private final class OtherThread: TaskExecutor {
  static let shared = OtherThread()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let done = DispatchSemaphore(value: 0)
    onThread {
      job.runSynchronously(on: self.asUnownedTaskExecutor())
      done.signal()
    }
    done.wait()
  }
}
