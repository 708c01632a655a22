import ComposableArchitecture
import Synchronization
import Testing

@Suite struct PerfilTests {
  @Test func `the profile is loaded`() async {
    let store = TestStore(initialState: Perfil.State()) {
      Perfil()
    } withDependencies: {
      $0.api.perfil = { Usuario(nombre: "Ana") }
    }
    await store.send(.aparecer) { $0.cargando = true }
    await store.receive(\.perfilRecibido) {
      $0.cargando = false
      $0.nombre = "Ana"
    }
  }

  @Test func `the bare contract is all that a caller needs`() {
    func run<F: Firma>(_ feature: F, on state: inout F.State, _ action: F.Action) {
      _ = feature.reduce(into: &state, action: action)
    }
    var state = Perfil.State()
    run(Perfil(), on: &state, .perfilRecibido(Usuario(nombre: "Eva")))
    #expect(state.nombre == "Eva")
  }

  /// "volver a alimentar el reducer con la misma lista de acciones desde el mismo estado inicial"
  @Test func `the same actions from the same state give the same states`() {
    let actions: [Perfil.Action] = [
      .aparecer, .perfilRecibido(Usuario(nombre: "Ana")), .aparecer, .aparecer,
    ]
    func states() -> [Perfil.State] {
      var state = Perfil.State()
      return actions.map { action in
        _ = Perfil().reduce(into: &state, action: action)
        return state
      }
    }
    #expect(states() == states())
    #expect(states().last == Perfil.State(nombre: "Ana", cargando: true))
  }

  /// "solo se han fabricado dos descripciones que esperan a que alguien las devuelva"
  @Test func `an effect that is described is not executed`() {
    let calls = Mutex(0)
    withDependencies {
      $0.api.perfil = {
        calls.withLock { $0 += 1 }
        return Usuario(nombre: "Ana")
      }
    } operation: {
      var state = Portada.State()
      _ = Portada().reduce(into: &state, action: .aparecer)
    }
    #expect(calls.withLock { $0 } == 0)
  }

  @Test func `an hour of ticks passes at once`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Portada.State()) {
      Portada()
    } withDependencies: {
      $0.api.perfil = { Usuario(nombre: "Ana") }
      $0.continuousClock = clock
    }
    await store.send(.aparecer)
    await store.receive(\.perfilRecibido) { $0.nombre = "Ana" }
    await clock.advance(by: .seconds(3600))
    for minute in 1...60 {
      await store.receive(\.minutoCumplido) { $0.minutos = minute }
    }
  }
}
