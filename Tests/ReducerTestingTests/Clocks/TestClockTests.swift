import ReducerTesting
import Reducers
import Testing

@Suite struct TestClockTests {
  let clock = TestClock()

  private func sleeper(_ seconds: Int...) -> TestStoreOf<Banco> {
    banco(
      running: .merge(
        seconds.map { seconds in
          .run { [clock] send in
            try await clock.sleep(for: .seconds(seconds))
            await send(.hecho("\(seconds)"))
          }
        }))
  }

  @Test func `an hour passes at once`() async {
    let store = sleeper(3600)
    await store.send(.haz("x"))
    await clock.advance(by: .seconds(3599))
    await clock.advance(by: .seconds(1))
    await store.receive(.hecho("3600")) { $0.registro = ["3600"] }
  }

  @Test func `nobody wakes before the time`() async {
    let store = sleeper(10)
    await store.send(.haz("x"))
    await clock.advance(by: .milliseconds(9999))
    let found = await failures { await store.receive(.hecho("10")) }
    #expect(found.count == 1)
    await clock.advance(by: .milliseconds(1))
    await store.receive(.hecho("10")) { $0.registro = ["10"] }
  }

  @Test func `sleepers wake by their deadlines, then by their arrival`() async {
    let store = sleeper(3, 1, 2, 1)
    await store.send(.haz("x"))
    await clock.advance(to: TestClock.Instant(offset: .seconds(5)))
    for name in ["1", "1", "2", "3"] {
      await store.receive(.hecho(name)) { $0.registro.append(name) }
    }
    #expect(clock.now == TestClock.Instant(offset: .seconds(5)))
  }

  @Test(arguments: [true, false])
  func `a timer ticks once an interval in one advance`(isTimer: Bool) async {
    let store = banco { [clock] action in
      switch action {
      case .haz:
        .run { send in
          if isTimer {
            for await _ in clock.timer(interval: .seconds(1)) { await send(.tic) }
          } else {
            while true {
              try await clock.sleep(for: .seconds(1))
              await send(.tic)
            }
          }
        }.cancellable(id: 1)
      case .fin: .cancel(id: 1)
      default: .none
      }
    }
    await store.send(.haz("x"))
    await clock.advance(by: .milliseconds(3500))
    for count in 1...3 { await store.receive(.tic) { $0.cuenta = count } }
    await clock.advance(by: .milliseconds(500))
    await store.receive(.tic) { $0.cuenta = 4 }
    await store.send(.fin) { $0.registro = ["fin"] }
  }

  @Test func `what an action cancels at its time never wakes later in the same advance`() async {
    let log = Log()
    let store = banco { [clock] action in
      switch action {
      case .haz:
        .merge(
          .run { send in
            try await clock.sleep(for: .seconds(1))
            await send(.fin)
          },
          .run { _ in
            try await clock.sleep(for: .seconds(2))
            log("awake")
          }.cancellable(id: 1))
      case .fin: .cancel(id: 1)
      default: .none
      }
    }
    await store.send(.haz("x"))
    await clock.advance(by: .seconds(10))
    await store.receive(.fin) { $0.registro = ["fin"] }
    await store.finish()
    #expect(log.all == [])
  }

  @Test func `a woken effect reads its own time, the test the time it has advanced to`() async {
    let store = banco(
      running: .run { [clock] send in
        for _ in 0..<2 {
          try await clock.sleep(for: .seconds(1))
          await send(.hecho("\(clock.now.offset)"))
        }
      })
    await store.send(.haz("x"))
    await clock.advance(by: .seconds(5))
    #expect(clock.now.offset == .seconds(5))
    await store.receive(.hecho("1.0 seconds")) { $0.registro = ["1.0 seconds"] }
    await store.receive(.hecho("2.0 seconds")) { $0.registro.append("2.0 seconds") }
    #expect(clock.now.offset == .seconds(5))
  }

  @Test func `a sleep of no time ends with the next advance, of no time too`() async {
    let store = sleeper(0)
    await store.send(.haz("x"))
    let found = await failures { await store.receive(.hecho("0")) }
    #expect(found.count == 1)
    await clock.advance()
    await store.receive(.hecho("0")) { $0.registro = ["0"] }
  }

  @Test func `a sleep until what is past ends at once`() async {
    let clock = TestClock(now: TestClock.Instant(offset: .seconds(5)))
    let store = banco(
      running: .run { send in
        try await clock.sleep(until: TestClock.Instant(offset: .seconds(4)))
        await send(.tic)
      })
    await store.send(.haz("x"))
    await store.receive(.tic) { $0.cuenta = 1 }
  }

  @Test func `a sleep that is cancelled throws, and is forgotten`() async throws {
    let log = Log()
    let store = banco(
      running: .run { [clock] _ in
        do { try await clock.sleep(for: .seconds(1)) } catch { log("\(type(of: error))") }
        do { try await clock.sleep(for: .seconds(1)) } catch { log("\(type(of: error))") }
      })
    let task = await store.send(.haz("x"))
    await #expect(throws: TestClockSuspensionError.self) { try await clock.checkSuspension() }
    await task.cancel()
    #expect(log.all == ["CancellationError", "CancellationError"])
    try await clock.checkSuspension()
  }

  @Test func `run lets time pass until nobody sleeps`() async throws {
    let store = banco(
      running: .run { [clock] send in
        for number in 1...3 {
          try await clock.sleep(for: .seconds(number))
          await send(.tic)
        }
      })
    await store.send(.haz("x"))
    await clock.run()
    for count in 1...3 { await store.receive(.tic) { $0.cuenta = count } }
    try await clock.checkSuspension()
    #expect(clock.now.offset == .seconds(6))
  }

  @Test func `run gives up who sleeps for ever`() async {
    let line = #line
    let found = await failures {
      let store = banco(
        running: .run { [clock] _ in while true { try await clock.sleep(for: .seconds(1)) } })
      let task = await store.send(.haz("x"))
      await clock.run()
      await task.cancel()
    }
    #expect(
      found.messages == [
        """
        The clock ran until its sleepers had been woken 10000 times, and 1 task sleeps still.

        Cancel the effect that sleeps again and again before `run()`, or use `advance(by:)`.
        """
      ])
    #expect(found.map { Int($0.place.line) } == [line + 5])
  }

  @Test func `who sleeps when nobody should is counted`() async {
    let store = sleeper(1, 2)
    await store.send(.haz("x"))
    let error = await #expect(throws: TestClockSuspensionError.self) {
      try await clock.checkSuspension()
    }
    #expect(
      error?.description == """
        2 tasks sleep on the test clock.
        Advance it, or cancel what sleeps.
        """)
    await store.skipInFlightEffects()
  }

  @Test func `a detached task of an effect sleeps on it, too`() async {
    let store = banco(
      running: .run { [clock] send in
        _ = await Task.detached { try await clock.sleep(for: .seconds(1)) }.result
        await send(.tic)
      })
    await store.send(.haz("x"))
    await clock.advance(by: .seconds(1))
    await store.receive(.tic) { $0.cuenta = 1 }
  }

  @Test func `debounce and throttle keep time with it`() async {
    let store = banco { action in
      switch action {
      case .haz(let text): .send(.hecho(text)).debounce(id: 1, for: .milliseconds(300))
      case .tic: .send(.fin).throttle(id: 2, for: .seconds(1), latest: true)
      default: .none
      }
    }
    store.dependencies.continuousClock = clock
    await store.send(.haz("s"))
    await clock.advance(by: .milliseconds(200))
    await store.send(.haz("sw"))
    await clock.advance(by: .milliseconds(299))
    await store.finishNothing()
    await clock.advance(by: .milliseconds(1))
    await store.receive(.hecho("sw")) { $0.registro = ["sw"] }

    await store.send(.tic) { $0.cuenta = 1 }
    await store.receive(.fin) { $0.registro.append("fin") }
    await store.send(.tic) { $0.cuenta = 2 }
    await store.send(.tic) { $0.cuenta = 3 }
    await clock.advance(by: .seconds(1))
    await store.receive(.fin) { $0.registro.append("fin") }
    await clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test func `one clock serves two stores, in the order of time`() async {
    let (one, other) = (sleeper(1, 3), sleeper(2))
    await one.send(.haz("x"))
    await other.send(.haz("x"))
    await clock.advance(by: .seconds(3))
    await one.receive(.hecho("1")) { $0.registro = ["1"] }
    await other.receive(.hecho("2")) { $0.registro = ["2"] }
    await one.receive(.hecho("3")) { $0.registro = ["1", "3"] }
  }
}

extension TestStore {
  /// Says that nothing waits to be received.
  fileprivate nonisolated(nonsending) func finishNothing() async {
    let found = await failures { await skipReceivedActions() }
    #expect(found.count == 1)
  }
}
