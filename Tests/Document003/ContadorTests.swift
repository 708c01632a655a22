import ComposableArchitecture
import Testing

@Suite struct ContadorTests {
  @Test func `a body counts`() async {
    let store = TestStore(initialState: Contador.State()) { Contador() }
    await store.send(.incrementarPulsado) { $0.cuenta = 1 }
    await store.send(.decrementarPulsado) { $0.cuenta = 0 }
  }

  @Test func `a method counts the same`() async {
    let store = TestStore(initialState: Hoja.Contador.State()) { Hoja.Contador() }
    await store.send(.incrementarPulsado) { $0.cuenta = 1 }
    await store.send(.decrementarPulsado) { $0.cuenta = 0 }
  }
}
