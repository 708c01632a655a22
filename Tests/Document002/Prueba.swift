// swift-format-ignore-file
// From document 002, "El modelo mental completo: cinco piezas, una composición y una frontera".
// What stands between the two comments is the listing, character for character.

import ComposableArchitecture
import Testing

@Test func `the profile arrives, and the test says all that happens`() async {
// Document 002, listing 4.
let store = TestStore(initialState: Perfil.State()) {
  Perfil()
} withDependencies: {
  $0.api.perfil = { .ejemplo }        // el unico trozo de mundo permitido
}

await store.send(.aparecio) { $0.cargando = true }
await store.receive(\.respuesta.success) {
  $0.cargando = false
  $0.usuario = .ejemplo
}
// End of the listing.
}
