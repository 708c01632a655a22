import ReducerTesting
import Reducers
import Testing

@Suite struct ReceivingTests {
  @Test func `an action is received by value, by case, by case and payload, by predicate`() async {
    let store = banco(
      running: .run { send in
        await send(.hecho("uno"))
        await send(.hecho("dos"))
        await send(.hecho("tres"))
        await send(.tic)
        await send(.fin)
      })
    await store.send(.haz("todo"))
    await store.receive(.hecho("uno")) { $0.registro = ["uno"] }
    await store.receive(\.hecho) { $0.registro = ["uno", "dos"] }
    await store.receive(\.hecho, "tres") { $0.registro = ["uno", "dos", "tres"] }
    await store.receive(\.tic) { $0.cuenta = 1 }
    await store.receive {
      $0 == .fin
    } assert: {
      $0.registro.append("fin")
    }
  }

  @Test func `an action is sent by value, by case, by case and payload`() async {
    let store = banco { _ in .none }
    await store.send(.tic) { $0.cuenta = 1 }
    await store.send(\.tic) { $0.cuenta = 2 }
    await store.send(\.hecho, "uno") { $0.registro = ["uno"] }
  }

  @Test func `nothing is reduced before it is received`() async {
    let store = banco(running: .run { send in await send(.tic) })
    await store.send(.haz("x"))
    #expect(store.state.cuenta == 0)
    await store.receive(.tic) { $0.cuenta = 1 }
  }

  @Test func `nothing waits, and nothing is in flight`() async {
    let found = await failures {
      let store = contador()
      await store.receive(\.incrementar)
      await store.receive(\.datoRecibido.success)
      await store.receive { _ in true }
    }
    let rest = """
      , but nothing waits to be received, and no effect is in flight.

      Look whether the feature returns the effect that sends it, and whether it was cancelled.
      """
    #expect(
      found.messages == [
        "Expected to receive .incrementar\(rest)",
        "Expected to receive an action that the case path to String matches\(rest)",
        "Expected to receive an action that the predicate holds for\(rest)",
      ])
  }

  @Test func `nothing waits, but an effect might send it later`() async {
    let clock = TestClock()
    let found = await failures {
      let store = banco(running: .run { _ in try await clock.sleep(for: .seconds(5)) })
      await store.send(.haz("x"))
      await store.receive(.tic)
      await store.skipInFlightEffects()
    }
    #expect(
      found.messages == [
        """
        Expected to receive .tic, but nothing waits to be received. In flight:

            the effect at ReducerTestingTests/ReceivingTests.swift:LINE (returned for .haz("x"))
              sleeps on a test clock, 5.0 seconds more

        Advance the clock: `await clock.advance(by: …)`. Or cancel what sleeps.
        """
      ])
  }

  @Test func `another action than expected is received all the same`() async {
    let found = await failures {
      let store = banco(running: .merge(.send(.hecho("uno")), .send(.tic)))
      await store.send(.haz("x"))
      await store.receive(.tic) { $0.cuenta = 1 }
      #expect(store.state.registro == ["uno"])
      await store.receive(.tic) { $0.cuenta = 1 }
    }
    #expect(
      found.messages == [
        """
        Expected to receive .tic, but the next action is another (- expected, + received):

            - .tic
            + .hecho("uno")

        The one expected waits, too: it is number 2 of 2. Receive .hecho("uno") first, or correct \
        the feature. To receive only what the test is about, set `store.exhaustivity = .off`.
        """
      ])
  }

  @Test func `another payload, another case, no match of the predicate`() async {
    let found = await failures {
      let store = banco(running: .merge(.send(.hecho("uno")), .send(.hecho("dos")), .send(.tic)))
      await store.send(.haz("x"))
      await store.receive(\.hecho, "una")
      await store.receive(\.tic)
      await store.receive { $0 == .fin }
    }
    let last = "To receive only what the test is about, set `store.exhaustivity = .off`."
    #expect(
      found.messages == [
        """
        Expected to receive .hecho("una"), but the next action is another (- expected, + received):

              .hecho(
            -   "una"
            +   "uno"
              )

        Receive .hecho("uno") first, or correct the feature. \(last)
        """,
        """
        Expected to receive .tic, but the next action is another:

            .hecho("dos")

        The one expected waits, too: it is number 2 of 2. Receive .hecho("dos") first, or correct \
        the feature. \(last)
        """,
        """
        Expected to receive an action that the predicate holds for, but the next action is another:

            .tic

        Receive .tic first, or correct the feature. \(last)
        """,
      ])
  }

  @Test func `an action with an error inside is received by case and payload`() async {
    struct Fallo: Error, Equatable { var codigo = 1 }
    let store = TestStore(initialState: Contador.State()) {
      Contador()
    } withDependencies: {
      $0.apiCliente.hecho = { _ in throw Fallo() }
    }
    await store.send(.pedirDato) { $0.cargando = true }
    await store.receive {
      guard case .datoRecibido(.failure(let error)) = $0 else { return false }
      return error as? Fallo == Fallo()
    } assert: {
      $0.cargando = false
    }
  }

  @Test func `what waits is to be received before anything else is sent`() async {
    let found = await failures {
      let store = contador()
      await store.send(.pedirDato) { $0.cargando = true }
      await store.send(.incrementar) { $0.cuenta = 1 }
      await store.receive(\.datoRecibido.success) {
        $0.cargando = false
        $0.hecho = "dato 0"
      }
    }
    #expect(
      found.messages == [
        """
        1 action waits to be received before .incrementar can be sent:

            .datoRecibido(.success("dato 0"))

        Receive what waits: `await store.receive(…)`. Not to describe it, use \
        `await store.skipReceivedActions()`.
        """
      ])
  }
}
