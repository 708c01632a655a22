import ReducerTesting
import Reducers

/// A store of the feature of document 000, whose client answers with the number.
func contador() -> TestStoreOf<Contador> {
  TestStore(initialState: Contador.State()) {
    Contador()
  } withDependencies: {
    $0.apiCliente.hecho = { "dato \($0)" }
  }
}

/// A store of a feature whose actions have the effects that a closure gives them.
func banco(_ effect: @escaping (Banco.Action) -> Effect<Banco.Action>) -> TestStoreOf<Banco> {
  TestStore(initialState: Banco.State()) { Banco(effect) }
}

/// A store of a feature whose first action has an effect, and the others none.
func banco(running effect: Effect<Banco.Action>) -> TestStoreOf<Banco> {
  banco { action in if case .haz = action { effect } else { .none } }
}
