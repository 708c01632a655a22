import ComposableArchitecture
import Testing

@Suite struct AppTests {
  @Test func `each of the four kinds of children is sent its actions`() async {
    var initial = App.State(tareas: [Tarea.State(id: 1)], hoja: Hoja.State())
    initial.perfil.cargando = true
    let store = TestStore(initialState: initial) { App() }
    await store.send(.perfil(.respuesta(.success(.ejemplo)))) {
      $0.perfil.cargando = false
      $0.perfil.usuario = .ejemplo
    }
    await store.send(.tareas(.element(id: 1, action: .alternar))) { $0.tareas[id: 1]?.hecha = true }
    await store.send(.hoja(.presented(.escribir("a")))) { $0.hoja?.texto = "a" }
    await store.send(.hoja(.dismiss)) { $0.hoja = nil }
    await store.send(.ruta(.push(id: 0, state: .hoja(Hoja.State())))) {
      $0.ruta[id: 0] = .hoja(Hoja.State())
    }
    await store.send(.ruta(.element(id: 0, action: .hoja(.escribir("b"))))) {
      $0.ruta[id: 0] = .hoja(Hoja.State(texto: "b"))
    }
    await store.send(.ruta(.popFrom(id: 0))) { $0.ruta[id: 0] = nil }
  }

  /// "construir un estado a mano es todo lo que hace falta para arrancar en cualquier punto del árbol"
  @Test func `a state that is built by hand is a place to start from`() async {
    let store = TestStore(
      initialState: App.State(ruta: StackState([.hoja(Hoja.State()), .tarea(Tarea.State(id: 7))]))
    ) {
      App()
    }
    await store.send(.ruta(.element(id: 1, action: .tarea(.alternar)))) {
      $0.ruta[id: 1] = .tarea(Tarea.State(id: 7, hecha: true))
    }
    await store.send(.ruta(.popFrom(id: 1))) { $0.ruta[id: 1] = nil }
  }

  @Test func `an action that holds an error is Equatable as it stands`() {
    struct Fallo: Error {}
    let failure = Perfil.Action.respuesta(.failure(Fallo()))
    #expect(failure == .respuesta(.failure(Fallo())))
    #expect(failure != .respuesta(.failure(CancellationError())))
    #expect(Perfil.Action.respuesta(.success(.ejemplo)) == .respuesta(.success(.ejemplo)))
    #expect(Perfil.Action.aparecio == .aparecio)
    #expect(Perfil.Action.aparecio != failure)
  }

  @Test func `an error arrives as an action like any other`() async {
    struct Fallo: Error {}
    let store = TestStore(initialState: Perfil.State()) {
      Perfil()
    } withDependencies: {
      $0.api.perfil = { throw Fallo() }
    }
    await store.send(.aparecio) { $0.cargando = true }
    await store.receive(.respuesta(.failure(Fallo()))) { $0.cargando = false }
  }

  @Test func `live and preview values are the ones written, and the test value fails`() async throws
  {
    func perfil(in context: DependencyContext) async throws -> Usuario {
      try await withDependencies {
        $0.context = context
      } operation: {
        try await Dependency(\.api).wrappedValue.perfil()
      }
    }
    #expect(try await perfil(in: .live) == Usuario(nombre: "Red"))
    #expect(try await perfil(in: .preview) == .ejemplo)
    await #expect(throws: UnimplementedEndpoint(name: "APIClient.perfil")) {
      try await perfil(in: .test)
    }
  }
}
