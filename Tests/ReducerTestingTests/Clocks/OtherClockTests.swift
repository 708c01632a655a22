import ReducerTesting
import Reducers
import Testing

@Suite struct OtherClockTests {
  struct Dormilon: Reducer {
    struct State: Equatable { var despiertos = 0 }
    enum Action: Equatable { case dormir, despierto, hora }
    @Dependency(\.continuousClock) var clock

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .dormir:
        return .run { send in
          try await clock.sleep(for: .seconds(3600))
          await send(.despierto)
        } catch: { _, send in
          await send(.hora)
        }
      case .despierto:
        state.despiertos += 1
        return .none
      case .hora: return .none
      }
    }
  }

  private func store(_ clock: (any Clock<Duration>)?) -> TestStoreOf<Dormilon> {
    TestStore(initialState: Dormilon.State()) {
      Dormilon()
    } withDependencies: {
      if let clock { $0.continuousClock = clock }
    }
  }

  @Test func `on an immediate clock no sleep takes time`() async {
    let clock = ImmediateClock()
    let store = store(clock)
    await store.send(.dormir)
    await store.receive(.despierto) { $0.despiertos = 1 }
    #expect(clock.now.offset == .seconds(3600))
  }

  @Test func `an immediate clock never goes back, and heeds cancellation`() async {
    let clock = ImmediateClock(now: ImmediateClock.Instant(offset: .seconds(10)))
    try? await clock.sleep(until: ImmediateClock.Instant(offset: .seconds(5)))
    #expect(clock.now.offset == .seconds(10))
    let task = Task { () -> Bool in
      withUnsafeCurrentTask { $0?.cancel() }
      do { try await clock.sleep(for: .seconds(5)) } catch { return error is CancellationError }
      return false
    }
    #expect(await task.value)
    #expect(clock.now.offset == .seconds(10))
  }

  @Test func `a loop on an immediate clock is found out`() async {
    let found = await failures {
      let clock = ImmediateClock()
      let store = banco(
        running: .run { _ in while true { try await clock.sleep(for: .seconds(1)) } })
      await store.send(.haz("x"))
    }
    #expect(found.count == 1 && found.messages[0].contains("does not come to rest"))
  }

  @Test func `a sleep on an unimplemented clock fails the test, and throws`() async {
    let line = #line + 2
    let found = await failures {
      let store = store(UnimplementedClock())
      await store.send(.dormir)
      await store.receive(.hora)
    }
    func message(_ use: String) -> String {
      """
      The unimplemented clock made at ReducerTestingTests/OtherClockTests.swift:\(line) \(use).
      Give the test a clock for it: $0.continuousClock = TestClock() in withDependencies.
      """
    }
    #expect(found.map(\.message) == [message("was asked the time"), message("was slept on")])
  }

  @Test func `a clock that nobody set fails the test, and throws`() async {
    let found = await failures {
      let store = store(nil)
      await store.send(.dormir)
      await store.receive(.hora)
    }
    #expect(
      found.messages == [
        """
        A dependency was not overridden: \\.continuousClock
          Read by:  the @Dependency at ReducerTestingTests/OtherClockTests.swift:LINE
          Found:    the default of the property at Reducers/ContinuousClock+Dependency.swift:4
          Add this: $0.continuousClock = … in withDependencies
        """
      ])
  }
}
