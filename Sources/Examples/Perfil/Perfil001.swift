// The body stands as in the document.
// swift-format-ignore-file: UseLetInEveryBoundCaseVariable

import Reducers

/// The profile of document 001, whose `run` has no `catch`.
@Reducer
public struct Perfil001: Sendable {
  @ObservableState
  public struct State: Equatable {
    public var nombre = ""
    public var cargando = false

    public init() {}
  }

  public enum Action {
    case aparecer
    case perfilRecibido(Usuario)
  }

  @Dependency(\.api) var api

  public init() {}

  public var body: some ReducerOf<Self> {
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
