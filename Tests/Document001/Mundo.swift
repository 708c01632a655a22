import ComposableArchitecture

struct Usuario: Equatable {
  var nombre: String
}

/// The service that profiles come from.
@DependencyClient
struct API {
  var perfil: @Sendable () async throws -> Usuario
}

extension API: TestDependencyKey {}

extension DependencyValues {
  var api: API {
    get { self[API.self] }
    set { self[API.self] = newValue }
  }
}
