// swift-format-ignore-file
// From document 001, "El efecto como valor devuelto: describir el trabajo en vez de hacerlo".
// What stands between the two comments is the listing, character for character.

import ComposableArchitecture

// Document 001, listing 2.
@Reducer
struct Perfil {
  @ObservableState
  struct State: Equatable {
    var nombre = ""
    var cargando = false
  }
  enum Action {
    case aparecer
    case perfilRecibido(Usuario)
  }
  @Dependency(\.api) var api

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .aparecer:
        state.cargando = true
        return .run { send in
          await send(.perfilRecibido(try await api.perfil()))
        }
      case let .perfilRecibido(usuario):
        state.cargando = false
        state.nombre = usuario.nombre
        return .none
      }
    }
  }
}
// End of the listing.
