import ComposableArchitecture

/// The service that knows a fact about each number.
@DependencyClient
struct APICliente {
  var hecho: @Sendable (_ numero: Int) async throws -> String
}

extension APICliente: DependencyKey {
  static let liveValue = APICliente(hecho: { "El numero \($0) tiene historia" })
}

extension DependencyValues {
  var apiCliente: APICliente {
    get { self[APICliente.self] }
    set { self[APICliente.self] = newValue }
  }
}
