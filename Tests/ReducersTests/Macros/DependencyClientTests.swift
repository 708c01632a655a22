import Reducers
import Testing

@Suite struct DependencyClientTests {
  @Test func `an endpoint that was not overridden reports its call and throws`() async {
    let collector = MisuseCollector()
    await withMisuseReporter(collector.append) {
      _ = await #expect(throws: UnimplementedEndpoint(name: "Cliente.perfil")) {
        try await Dependency(Cliente.self).wrappedValue.perfil()
      }
    }
    #expect(collector.misuses.map(\.kind) == [.unimplementedEndpoint])
    #expect(
      collector.misuses.first?.message == """
        An endpoint was not overridden: Cliente.perfil
          Declared: ReducersTests/DependencyClientTests.swift:\(Cliente.lineOfPerfil)
          Add this: $0.….perfil = { … } in withDependencies
        """)
    #expect(collector.misuses.first?.line == Cliente.lineOfPerfil)
  }

  @Test func `an endpoint that cannot throw reports its call and returns what it was given`() {
    let client = Cliente.unimplemented
    let found = misuses {
      #expect(client.ahora() == 7)
      #expect(client.sumar(1, 2) == 3)
      #expect(client.nombre("a") == nil)
      #expect(client.todos().isEmpty)
      client.avisar("b")
    }
    #expect(found.map(\.kind) == Array(repeating: .unimplementedEndpoint, count: 5))
  }

  @Test func `an endpoint that was overridden is called`() async throws {
    let client = withDependencies {
      $0[Cliente.self].perfil = { "Ana" }
    } operation: {
      Dependency(Cliente.self)
    }
    #expect(try await client.wrappedValue.perfil() == "Ana")
  }

  @Test func `the initializer takes any of the endpoints`() async throws {
    let client = Cliente(ahora: { 9 }, reintentos: 5)
    #expect(client.ahora() == 9)
    #expect(client.reintentos == 5)
    #expect(Cliente(perfil: { "Eva" }).reintentos == 3)
  }

  @Test func `an endpoint that names its parameters can be called by their names`() async throws {
    let client = Cliente(buscar: { texto, limite in "\(texto) \(limite)" })
    #expect(try await client.buscar(texto: "a", limite: 2) == "a 2")
  }

  @Test func `the live and the preview value are the ones written`() async throws {
    let live = withDependencies {
      $0.context = .live
    } operation: {
      Dependency(Cliente.self)
    }
    #expect(try await live.wrappedValue.perfil() == "live")
    let own = Dependency(ConValorDePrueba.self)
    #expect(own.wrappedValue.numero() == 5)
  }

  @Test func `a client whose type says Sendable all over needs no promise`() {
    func requireSendable<Value: Sendable>(_ value: Value) -> Value { value }
    #expect(requireSendable(ConValorDePrueba(numero: { 1 })).numero() == 1)
  }
}

@DependencyClient private struct Cliente {
  static let lineOfPerfil = #line + 1
  var perfil: () async throws -> String
  var ahora: () -> Int = { 7 }
  var sumar: (Int, Int) -> Int = { a, b in a + b }
  var nombre: @Sendable (String) -> String?
  var todos: () -> [Int]
  var avisar: (String) -> Void
  var buscar: (_ texto: String, _ limite: Int) async throws -> String
  var reintentos: Int = 3
  let version = 1
}

extension Cliente: DependencyKey {
  static let liveValue = Cliente(perfil: { "live" })
}

@DependencyClient private struct ConValorDePrueba {
  var numero: @Sendable () -> Int
}

extension ConValorDePrueba: TestDependencyKey {
  static let testValue = ConValorDePrueba(numero: { 5 })
}
