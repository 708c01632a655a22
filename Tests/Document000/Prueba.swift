// swift-format-ignore-file
// From document 000, "The Composable Architecture: el eco de Elm en Swift".
// What stands between the two comments is the listing, character for character.

import ComposableArchitecture
import Testing

// Document 000, listing 3.
@Test
func pideElDatoYLoGuarda() async {
  let store = TestStore(initialState: Contador.State()) {
    Contador()
  } withDependencies: {
    $0.apiCliente.hecho = { n in "El numero \(n) tiene historia" }
  }

  await store.send(.pedirDato) {
    $0.cargando = true
  }
  await store.receive(\.datoRecibido.success) {
    $0.cargando = false
    $0.hecho = "El numero 0 tiene historia"
  }
}
// End of the listing.
