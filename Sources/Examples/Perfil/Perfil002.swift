// The body stands as in the document.
// swift-format-ignore-file: UseLetInEveryBoundCaseVariable

import Reducers

/// The profile of document 002, whose `run` has a `catch`.
@Reducer
public struct Perfil002: Sendable {
  @ObservableState
  public struct State: Equatable {
    public var usuario: Usuario?
    public var cargando = false

    public init() {}
  }

  public enum Action: Equatable {
    case aparecio
    case respuesta(Result<Usuario, Error>)
  }

  @Dependency(\.api) var api

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .aparecio:
        state.cargando = true
        return .run { send in
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
