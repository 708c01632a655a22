// swift-format-ignore-file
// From document 000, "The Composable Architecture: el eco de Elm en Swift".
// What stands between the two comments is the listing, character for character.

import ComposableArchitecture

// Document 000, listing 1.
@Reducer
struct Contador {
  @ObservableState
  struct State: Equatable {
    var cuenta = 0
    var cargando = false
    var hecho: String?
  }

  enum Action {
    case incrementar
    case pedirDato
    case datoRecibido(Result<String, any Error>)
  }

  @Dependency(\.apiCliente) var api
  private enum CancelID { case peticion }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incrementar:
        state.cuenta += 1
        return .none

      case .pedirDato:
        state.cargando = true
        return .run { [n = state.cuenta] send in
          await send(.datoRecibido(Result { try await api.hecho(n) }))
        }
        .cancellable(id: CancelID.peticion)

      case let .datoRecibido(resultado):
        state.cargando = false
        state.hecho = try? resultado.get()
        return .none
      }
    }
  }
}
// End of the listing.
