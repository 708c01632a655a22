import ComposableArchitecture

struct Usuario: Equatable {
  var nombre: String

  static let ejemplo = Usuario(nombre: "Ana")
}

/// The network, as far as it is needed.
enum Red {
  static func pedirPerfil() async throws -> Usuario { Usuario(nombre: "Red") }
}

extension DependencyValues {
  var api: APIClient {
    get { self[APIClient.self] }
    set { self[APIClient.self] = newValue }
  }
}
