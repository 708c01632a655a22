// swift-format-ignore-file
// From document 003, "El reducer: la función pura que devuelve un efecto".
// What stands between the two comments is the listing, character for character.

import ComposableArchitecture

/// Keeps this Contador apart from the first listing's.
enum Hoja {
// Document 003, listing 2.
@Reducer
struct Contador {
  @ObservableState struct State: Equatable { var cuenta = 0 }
  enum Action { case incrementarPulsado, decrementarPulsado }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
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
// End of the listing.
}
