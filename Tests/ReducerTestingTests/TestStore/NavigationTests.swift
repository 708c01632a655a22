import ReducerTesting
import Reducers
import Testing

@Suite struct NavigationTests {
  let clock = TestClock()

  private func navegador(_ state: @autoclosure () -> Navegador.State) -> TestStoreOf<Navegador> {
    TestStore(initialState: state()) {
      Navegador()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func `a presented child is no effect in flight`() async {
    let store = navegador(Navegador.State())
    let task = await store.send(.abrir(1)) { $0.hoja = Pantalla.State(id: 1) }
    await task.finish()
    await store.send(.hoja(.presented(.contar))) { $0.hoja?.cuenta = 1 }
    await store.finish()
  }

  @Test func `a child that dismisses itself goes when the test receives it, and no sooner`() async {
    let store = navegador(Navegador.State())
    await store.send(.abrir(1)) { $0.hoja = Pantalla.State(id: 1) }
    await store.send(.hoja(.presented(.cerrar)))
    await store.receive(\.hoja.dismiss) { $0.hoja = nil }
    await store.finish()
  }

  @Test func `what a child has started goes with it`() async {
    let store = navegador(Navegador.State())
    await store.send(.abrir(1)) { $0.hoja = Pantalla.State(id: 1) }
    await store.send(.hoja(.presented(.empezar)))
    await clock.advance(by: .seconds(1))
    await store.receive(.hoja(.presented(.contar))) { $0.hoja?.cuenta = 1 }
    await store.send(.hoja(.dismiss)) { $0.hoja = nil }
    await clock.advance(by: .seconds(10))
    await store.finish()
  }

  @Test func `an element of a stack that a test describes gets the id that it has`() async {
    let store = navegador(Navegador.State(ruta: [Pantalla.State(id: 7)]))
    #expect(store.state.ruta.ids == [0])
    await store.send(.apilar(8)) { $0.ruta.append(Pantalla.State(id: 8)) }
    await store.send(.vaciar) { $0.ruta.removeAll() }
    await store.send(.apilar(9)) { $0.ruta.append(Pantalla.State(id: 9)) }
    #expect(store.state.ruta.ids == [2])
    await store.send(.ruta(.element(id: 2, action: .contar))) { $0.ruta[id: 2]?.cuenta = 1 }
  }

  @Test func `an element that dismisses itself is popped`() async {
    let store = navegador(
      Navegador.State(ruta: [Pantalla.State(id: 7), Pantalla.State(id: 8)]))
    await store.send(.ruta(.element(id: 1, action: .empezar)))
    await store.send(.ruta(.element(id: 0, action: .cerrar)))
    await store.receive(.ruta(.popFrom(id: 0))) { $0.ruta.removeAll() }
    await store.finish()
  }

  @Test func `a stack that is not as described`() async {
    let found = await failures {
      let store = navegador(Navegador.State(ruta: [Pantalla.State(id: 7)]))
      await store.send(.apilar(8)) {
        $0.ruta.append(Pantalla.State(id: 9))
        $0.hoja = Pantalla.State(id: 1)
      }
    }
    #expect(
      found.messages == [
        """
        The state after .apilar(8) is not as described (- described, + actual):

              Navegador.State(
            -   hoja: Pantalla.State(id: 1, cuenta: 0)
            +   hoja: nil
                ruta: StackState<Pantalla.State>(
                  #0: Pantalla.State(id: 7, cuenta: 0)
                  #1: Pantalla.State(
            -       id: 9
            +       id: 8
                    cuenta: 0
                  )
                )
              )

        Correct the description, or the feature. To describe only a part, set \
        `store.exhaustivity = .off`.
        """
      ])
  }

  @Test func `a feature that dismisses itself ends the test store, without a failure`() async {
    let store = TestStore(initialState: Pantalla.State(id: 1)) {
      Pantalla()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.empezar)
    await store.send(.cerrar)
    await store.receive(.contar) { $0.cuenta = 1 }
    let found = await failures { await store.send(.contar) { $0.cuenta = 2 } }
    #expect(
      found.messages == [
        """
        The feature has dismissed itself, and .contar was sent to it all the same; it is not \
        reduced.

        End the test where the feature ends, or look why it asks for its dismissal.
        """
      ])
    #expect(store.state.cuenta == 1)
  }
}
