import Reducers

/// A person with a profile.
public struct Usuario: Hashable, Sendable {
  public var nombre: String

  public init(nombre: String) { self.nombre = nombre }

  public static let ejemplo = Usuario(nombre: "Ana")
}

/// The service that profiles come from.
@DependencyClient
public struct APIClient: Sendable {
  public var perfil: @Sendable () async throws -> Usuario
}

extension APIClient: DependencyKey {
  public static let liveValue = APIClient(perfil: { .ejemplo })
}

extension DependencyValues {
  public var api: APIClient {
    get { self[APIClient.self] }
    set { self[APIClient.self] = newValue }
  }
}
