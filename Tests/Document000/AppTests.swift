import ComposableArchitecture
import Testing

@Suite struct AppTests {
  @Test func `each child is sent its actions`() async {
    let store = TestStore(
      initialState: App.State(lista: [Fila.State(id: 1), Fila.State(id: 2)], detalle: nil)
    ) {
      App()
    }
    await store.send(.contador(.incrementar)) { $0.contador.cuenta = 1 }
    await store.send(.lista(.element(id: 2, action: .marcar))) { $0.lista[id: 2]?.marcada = true }
  }

  @Test func `the sheet comes, works and is dismissed from inside`() async {
    let store = TestStore(initialState: App.State(detalle: Detalle.State())) { App() }
    await store.send(.detalle(.presented(.escribir("hola")))) { $0.detalle?.texto = "hola" }
    await store.send(.detalle(.presented(.cerrar)))
    await store.receive(\.detalle.dismiss) { $0.detalle = nil }
  }

  /// "si el estado de una feature hija se anula, matar de golpe todo lo que esa hija había lanzado"
  @Test func `a child that goes takes its effects with it`() async {
    let clock = TestClock()
    let store = TestStore(initialState: App.State(detalle: Detalle.State())) {
      App()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.detalle(.presented(.empezar)))
    await store.send(.detalle(.dismiss)) { $0.detalle = nil }
    await clock.advance(by: .seconds(7200))
  }

  /// "un reloj de prueba permite avanzar horas en un test sin esperarlas"
  @Test func `an hour passes at once`() async {
    let clock = TestClock()
    let store = TestStore(initialState: App.State(detalle: Detalle.State())) {
      App()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.detalle(.presented(.empezar)))
    await clock.advance(by: .seconds(3600))
    await store.receive(\.detalle.presented.escribir) { $0.detalle?.texto = "una hora" }
  }

  @Test func `a State is made from any of its parts`() {
    #expect(App.State() == App.State(contador: Contador.State(), lista: [], detalle: nil))
    #expect(App.State(detalle: Detalle.State()).detalle == Detalle.State())
    #expect(App.State(detalle: Detalle.State()) != App.State())
  }
}
