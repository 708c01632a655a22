import ComposableArchitecture
import Testing

@Suite struct ContadorTests {
  /// "Si al terminar el test queda un efecto en vuelo, también es un fallo."
  @Test func `a test that leaves an effect alive fails`() async {
    let clock = TestClock()
    let failures = await failures {
      let store = TestStore(initialState: Contador.State()) {
        Contador()
      } withDependencies: {
        $0.apiCliente.hecho = { _ in
          try await clock.sleep(for: .seconds(3600))
          return ""
        }
      }
      await store.send(.pedirDato) { $0.cargando = true }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.message.contains("pedirDato") == true)
  }

  @Test func `an endpoint that nobody overrode makes the test fail`() async {
    let failures = await failures {
      let store = TestStore(initialState: Contador.State()) { Contador() }
      await store.send(.pedirDato) { $0.cargando = true }
      await store.receive(\.datoRecibido.failure) { $0.cargando = false }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.message.contains("APICliente.hecho") == true)
  }

  /// "si el usuario vuelve a pulsar, la petición anterior debe morir": not without cancelInFlight.
  @Test @MainActor func `the store knows how many effects are alive`() {
    let store = Store(initialState: Contador.State()) {
      Contador()
    } withDependencies: {
      $0.apiCliente.hecho = { _ in
        try await Task.sleep(for: .seconds(3600))
        return ""
      }
    }
    let first = store.send(.pedirDato)
    let second = store.send(.pedirDato)
    #expect(store.effectsInFlight == 2)
    first.cancel()
    second.cancel()
    #expect(store.effectsInFlight == 0)
  }
}
