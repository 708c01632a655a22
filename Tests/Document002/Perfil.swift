// swift-format-ignore-file
// From document 002, "El modelo mental completo: cinco piezas, una composición y una frontera".
// What stands between the two comments is the listing, character for character.

import ComposableArchitecture

// Document 002, listing 1.
@Reducer
struct Perfil {
  @ObservableState
  struct State: Equatable {          // 1. todo lo que la feature sabe
    var usuario: Usuario?
    var cargando = false
  }

  enum Action: Equatable {           // 2. todo lo que le puede pasar
    case aparecio
    case respuesta(Result<Usuario, Error>)
  }

  @Dependency(\.api) var api         // la unica puerta al exterior

  var body: some ReducerOf<Self> {   // 3. la funcion pura
    Reduce { state, action in
      switch action {
      case .aparecio:
        state.cargando = true        // mutacion sincrona, aqui y ahora
        return .run { send in        // 4. descripcion de trabajo futuro
          let usuario = try await api.perfil()
          await send(.respuesta(.success(usuario)))
        } catch: { error, send in
          await send(.respuesta(.failure(error)))
        }
      case let .respuesta(resultado):
        state.cargando = false
        state.usuario = try? resultado.get()
        return .none
      }
    }
  }
}
// End of the listing.
