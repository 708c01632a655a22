// swift-format-ignore-file
// From document 002, "El modelo mental completo: cinco piezas, una composición y una frontera".
// What stands between the two comments is the listing, character for character.

import ComposableArchitecture

// Document 002, listing 3.
@DependencyClient
struct APIClient {
  var perfil: () async throws -> Usuario
}

extension APIClient: DependencyKey {
  static let liveValue = APIClient(perfil: { try await Red.pedirPerfil() })
  static let previewValue = APIClient(perfil: { .ejemplo })
  // testValue lo genera la macro: cada endpoint falla si el test no lo sobrescribe
}
// End of the listing.
