// swift-format-ignore-file
// From document 001, "El efecto como valor devuelto: describir el trabajo en vez de hacerlo".
// What stands between the two comments is the listing, character for character.

import ComposableArchitecture

/// The feature whose two effects the listing describes.
@Reducer
struct Portada {
  struct State: Equatable {
    var nombre = ""
    var minutos = 0
  }
  enum Action {
    case aparecer
    case perfilRecibido(Usuario)
    case minutoCumplido
  }
  private enum CancelID { case pulso }

  @Dependency(\.api) var api
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .aparecer:
        return .merge(cargarPerfil(), pulsoDeReloj.cancellable(id: CancelID.pulso))
      case .perfilRecibido(let usuario):
        state.nombre = usuario.nombre
        return .none
      case .minutoCumplido:
        state.minutos += 1
        return state.minutos < 60 ? .none : .cancel(id: CancelID.pulso)
      }
    }
  }

// Document 001, listing 3.
private func cargarPerfil() -> Effect<Action> {
  .run { send in
    await send(.perfilRecibido(try await api.perfil()))
  }
}

private var pulsoDeReloj: Effect<Action> {
  .run { send in
    for await _ in clock.timer(interval: .seconds(60)) {
      await send(.minutoCumplido)
    }
  }
}
// End of the listing.
}
