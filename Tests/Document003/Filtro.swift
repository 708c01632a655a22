// swift-format-ignore-file
// From document 003, "El reducer: la función pura que devuelve un efecto".
// What stands between the two comments is the listing, character for character.

import ComposableArchitecture

/// A list that is filtered anew when its filter changes.
@Reducer
struct Filtro {
struct State: Equatable {
  var filtro = ""
  var todos = ["uno", "dos", "tres"]
  var visibles: [String] = []

  mutating func recalcular() { visibles = todos.filter { $0.contains(filtro) } }
}
enum Action: BindableAction {
  case binding(BindingAction<State>)
}

// Document 003, listing 3.
var body: some ReducerOf<Self> {
  BindingReducer()
  Reduce { state, action in
    // la lógica propia de esta feature
    return .none
  }
  .onChange(of: \.filtro) { _, _ in
    Reduce { state, _ in
      state.recalcular()
      return .none
    }
  }
}
// End of the listing.
}
