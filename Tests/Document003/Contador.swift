// swift-format-ignore-file
// From document 003, "El reducer: la función pura que devuelve un efecto".
// What stands between the two comments is the listing, character for character.

// Document 003, listing 1.
import ComposableArchitecture

@Reducer
struct Contador {
  @ObservableState
  struct State: Equatable {
    var cuenta = 0
  }

  enum Action {
    case incrementarPulsado
    case decrementarPulsado
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incrementarPulsado:
        state.cuenta += 1
        return .none
      case .decrementarPulsado:
        state.cuenta -= 1
        return .none
      }
    }
  }
}
// End of the listing.
