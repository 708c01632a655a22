import ReducerTesting
import Reducers
import Testing

/// The tests that the documents contain, as they are written there.
@Suite struct DocumentTests {
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

  @Test func `the test of document 002`() async {
    let store = TestStore(initialState: Perfil.State()) {
      Perfil()
    } withDependencies: {
      $0.api.perfil = { .ejemplo }  // el unico trozo de mundo permitido
    }

    await store.send(.aparecio) { $0.cargando = true }
    await store.receive(\.respuesta.success) {
      $0.cargando = false
      $0.usuario = .ejemplo
    }
  }
}
