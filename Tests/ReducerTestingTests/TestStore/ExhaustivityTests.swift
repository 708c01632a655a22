import ReducerTesting
import Reducers
import Testing

@Suite struct ExhaustivityTests {
  private func store(_ exhaustivity: Exhaustivity) -> TestStoreOf<Banco> {
    let store = banco(
      running: .run { send in
        await send(.hecho("uno"))
        await send(.tic)
        await send(.hecho("dos"))
        await send(.fin)
      })
    store.exhaustivity = exhaustivity
    return store
  }

  @Test func `off: the closure gets the state as it is, and says what matters of it`() async {
    let store = store(.off)
    await store.send(.haz("x"))
    await store.receive(.hecho("uno"))
    await store.receive(.tic) {
      #expect($0.registro == ["uno"] && $0.cuenta == 1)
      $0.cuenta = 1
    }
  }

  @Test func `off: what is said must be so`() async {
    let found = await failures {
      let store = store(.off)
      await store.send(.haz("x"))
      await store.receive(.hecho("uno")) { $0.cuenta = 5 }
    }
    #expect(
      found.messages == [
        """
        The state after .hecho("uno") is not as described (- described, + actual):

              Banco.State(
            -   cuenta: 5
            +   cuenta: 0
                registro: ["uno"]
              )

        Correct the description, or the feature. To describe only a part, set \
        `store.exhaustivity = .off`.
        """
      ])
  }

  @Test func `off: receive passes over what comes before`() async {
    let store = store(.off)
    await store.send(.haz("x"))
    await store.receive(\.hecho, "uno")
    await store.receive(.fin)
    #expect(store.state == Banco.State(cuenta: 1, registro: ["uno", "dos", "fin"]))
  }

  @Test func `off: send first receives what waits`() async {
    let store = store(.off)
    await store.send(.haz("x"))
    await store.send(.tic) { $0.cuenta = 2 }
    #expect(store.state.registro == ["uno", "dos", "fin"])
  }

  @Test func `off: an action that does not come is a failure all the same`() async {
    let found = await failures {
      let store = store(.off)
      await store.send(.haz("x"))
      await store.receive(.haz("y"))
    }
    #expect(
      found.messages == [
        """
        Expected to receive .haz("y"), but only others came (.hecho("uno"), .tic, .hecho("dos"), \
        .fin), and no effect is in flight.

        Look whether the feature returns the effect that sends it, and whether it was cancelled.
        """
      ])
  }

  @Test func `off: the payload of the case that is meant must be as said`() async {
    let found = await failures {
      let store = store(.off)
      await store.send(.haz("x"))
      await store.receive(\.hecho, "dos")
    }
    #expect(
      found.messages == [
        """
        Expected to receive .hecho("dos"), but the next action is another (- expected, + received):

              .hecho(
            -   "dos"
            +   "uno"
              )

        Receive .hecho("uno") first, or correct the feature. To receive only what the test is \
        about, set `store.exhaustivity = .off`.
        """
      ])
  }

  @Test func `off: the end of the test finds nothing to fail it`() async {
    let clock = TestClock()
    let found = await failures {
      let store = banco(
        running: .merge(.send(.tic), .run { _ in try await clock.sleep(for: .seconds(1)) }))
      store.exhaustivity = .off
      await store.send(.haz("x"))
    }
    #expect(found.messages == [])
  }

  @Test func `what is left out can be shown, as a warning`() async {
    let clock = TestClock()
    let found = await failures {
      let store = banco(
        running: .merge(
          .send(.hecho("uno")), .send(.tic), .run { _ in try await clock.sleep(for: .seconds(1)) }))
      store.exhaustivity = .off(showSkippedAssertions: true)
      await store.send(.haz("x"))
      await store.receive(.tic)
      await store.skipInFlightEffects()
    }
    #expect(!found.contains { !$0.isNotice })
    #expect(
      found.messages == [
        """
        1 action was received that the test leaves out:

            .hecho("uno")
        """,
        """
        The state after .tic changed in what the test leaves out (- described, + actual):

              Banco.State(
            -   cuenta: 0
            +   cuenta: 1
                registro: ["uno"]
              )
        """,
        """
        1 effect was in flight, and the test leaves it at that:

            the effect at ReducerTestingTests/ExhaustivityTests.swift:LINE (returned for .haz("x"))
              sleeps on a test clock, 1.0 seconds more
        """,
      ])
  }

  @Test func `exhaustivity changes for an operation`() async {
    let store = store(.on)
    await store.send(.haz("x"))
    await store.withExhaustivity(.off) {
      await store.receive(.fin)
    }
    #expect(store.exhaustivity == .on)
    store.withExhaustivity(.off) { #expect(store.exhaustivity == .off) }
    #expect(store.state.registro == ["uno", "dos", "fin"])
  }
}
