import Reducers

/// The service that knows a fact about each number.
@DependencyClient
public struct APICliente: Sendable {
  public var hecho: @Sendable (Int) async throws -> String
}

extension APICliente: DependencyKey {
  public static let liveValue = APICliente(hecho: { n in "El numero \(n) tiene historia" })
}

extension DependencyValues {
  public var apiCliente: APICliente {
    get { self[APICliente.self] }
    set { self[APICliente.self] = newValue }
  }
}
