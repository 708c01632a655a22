import ReducerTesting
import Reducers
import Testing

@Suite struct EndingTests {
  @Test func `a test that does not receive an action fails where it made the store`() async {
    let line: UInt = #line + 2
    let found = await failures {
      let store = TestStore(initialState: Banco.State()) {
        Banco { action in
          if case .haz = action { .merge(.send(.tic), .run { await $0(.fin) }) } else { .none }
        }
      }
      await store.send(.haz("x"))
    }
    #expect(
      found.messages == [
        """
        1 action was sent by effects and not received:

            .tic

        Receive them: `await store.receive(…)`. Not to describe them, use \
        `await store.skipReceivedActions()`, or `store.exhaustivity = .off` for the whole test.
        """
      ])
    #expect(found.map(\.place.line) == [line])
  }

  @Test func `a test that leaves an effect alive fails where it sent what led to it`() async {
    let clock = TestClock()
    let line = #line
    let found = await failures {
      let store = banco { action in
        action == .tic ? .run { _ in try await clock.sleep(for: .seconds(3600)) } : .none
      }
      await store.send(.haz("x"))
      await store.send(.tic) { $0.cuenta = 1 }
    }
    #expect(
      found.map(\.message) == [
        """
        An effect that this action led to is still alive at the end of the test:

            the effect at ReducerTestingTests/EndingTests.swift:\(line + 3) (returned for .tic)
              sleeps on a test clock, 3600.0 seconds more

        Advance the clock: `await clock.advance(by: …)`. Or cancel what sleeps. To end the test \
        before the effect ends, use `await store.skipInFlightEffects()`.
        """
      ])
    #expect(found.map { Int($0.place.line) } == [line + 6])
  }

  @Test func `an effect that waits for something unseen is alive, and said to`() async {
    let (stream, answers) = AsyncStream<Void>.makeStream()
    let found = await failures {
      let store = banco(running: .run { _ in for await _ in stream {} })
      await store.send(.haz("x"))
    }
    answers.finish()
    #expect(
      found.messages == [
        """
        An effect that this action led to is still alive at the end of the test:

            the effect at ReducerTestingTests/EndingTests.swift:LINE (returned for .haz("x"))
              waits for something that the test store does not control

        Let the test answer what it waits for, or send an action that cancels it. What a thread, \
        a queue or URLSession is to answer, a test store does not wait for: put it behind a \
        dependency. To end the test before the effect ends, use `await store.skipInFlightEffects()`.
        """
      ])
  }

  @Test func `what the test lets go on last, has gone on when the test is judged`() async {
    let (stream, answers) = AsyncStream<Void>.makeStream()
    let found = await failures {
      let store = banco(running: .run { _ in for await _ in stream {} })
      await store.send(.haz("x"))
      answers.finish()
    }
    #expect(found.messages == [])
  }

  @Test func `finish demands that all was received and all has ended`() async {
    let clock = TestClock()
    let found = await failures {
      let store = banco(
        running: .merge(.send(.tic), .run { _ in try await clock.sleep(for: .seconds(1)) }))
      await store.send(.haz("x"))
      await store.finish()
      await clock.advance(by: .seconds(1))
      await store.finish()
    }
    #expect(
      found.messages == [
        """
        1 action was sent by effects and not received:

            .tic

        Receive them: `await store.receive(…)`. Not to describe them, use \
        `await store.skipReceivedActions()`, or `store.exhaustivity = .off` for the whole test.
        """,
        """
        1 effect has not ended:

            the effect at ReducerTestingTests/EndingTests.swift:LINE (returned for .haz("x"))
              sleeps on a test clock, 1.0 seconds more

        Advance the clock: `await clock.advance(by: …)`. Or cancel what sleeps. To end the test \
        before an effect ends, use `await store.skipInFlightEffects()`.
        """,
      ])
  }

  @Test func `what was received is skipped, and skipping nothing is a failure`() async {
    let store = banco(
      running: .run { send in
        await send(.tic)
        await send(.tic)
      })
    await store.send(.haz("x"))
    await store.skipReceivedActions()
    #expect(store.state.cuenta == 2)
    await store.skipReceivedActions(strict: false)
    let found = await failures { await store.skipReceivedActions() }
    #expect(
      found.messages == [
        """
        There is nothing to skip: no action waits to be received.

        Leave the call away, or make it `skipReceivedActions(strict: false)`.
        """
      ])
  }

  @Test func `effects in flight are skipped, not cancelled, and still send`() async {
    let clock = TestClock()
    let store = banco(
      running: .run { send in
        try await clock.sleep(for: .seconds(1))
        await send(.tic)
        try await clock.sleep(for: .seconds(1))
      })
    await store.send(.haz("x"))
    await store.skipInFlightEffects()
    await store.skipInFlightEffects(strict: false)
    await clock.advance(by: .seconds(1))
    await store.receive(.tic) { $0.cuenta = 1 }
    let found = await failures { await store.skipInFlightEffects() }
    #expect(
      found.messages == [
        """
        There is nothing to skip: no effect is in flight.

        Leave the call away, or make it `skipInFlightEffects(strict: false)`.
        """
      ])
  }

  @Test func `actions without end are not skipped for ever`() async {
    let found = await failures {
      let store = banco(running: .run { send in while !Task.isCancelled { await send(.tic) } })
      await store.send(.haz("x"))
      await store.skipReceivedActions()
      store.exhaustivity = .off
    }
    #expect(
      found.messages == [
        """
        5000 actions were skipped, and there are always more. The last one:

            .tic

        Cancel the effect that sends them before they are skipped.
        """
      ])
  }
}

@Suite struct TestStoreTaskTests {
  let clock = TestClock()

  private func timer() -> TestStoreOf<Banco> {
    banco { [clock] action in
      guard case .haz = action else { return .none }
      return .run { send in for await _ in clock.timer(interval: .seconds(1)) { await send(.tic) } }
    }
  }

  @Test func `cancel ends the effects of one action, and no other's`() async {
    let store = timer()
    let first = await store.send(.haz("1"))
    let second = await store.send(.haz("2"))
    await first.cancel()
    #expect(first.isFinished && !second.isFinished)
    await clock.advance(by: .seconds(1))
    await store.receive(.tic) { $0.cuenta = 1 }
    await second.cancel()
    await store.finish()
  }

  @Test func `finish demands that the effects of an action have ended`() async {
    var line = 0
    let found = await failures {
      let store = timer()
      let task = await store.send(.haz("1"))
      line = #line + 1
      await task.finish()
      await task.cancel()
      await task.finish()
    }
    #expect(
      found.messages == [
        """
        1 effect has not ended:

            the effect at ReducerTestingTests/EndingTests.swift:LINE (returned for .haz("1"))
              sleeps on a test clock, 1.0 seconds more

        Advance the clock: `await clock.advance(by: …)`. Or cancel what sleeps. To end the test \
        before an effect ends, use `await store.skipInFlightEffects()`.
        """
      ])
    #expect(found.map { Int($0.place.line) } == [line])
  }

  @Test func `effects of follow-up actions belong to the action that started it all`() async {
    let store = banco { [clock] action in
      switch action {
      case .haz: .send(.tic)
      case .tic: .run { _ in try await clock.sleep(for: .seconds(1)) }
      default: .none
      }
    }
    let task = await store.send(.haz("x"))
    await store.receive(.tic) { $0.cuenta = 1 }
    #expect(!task.isFinished)
    await task.cancel()
    #expect(task.isFinished)
  }
}
