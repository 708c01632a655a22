// The body stands as in the document.
// swift-format-ignore-file: UseLetInEveryBoundCaseVariable

import Reducers

/// The profile of document 002, whose `run` has a `catch`.
public struct Perfil002: Reducer, Sendable {
  public struct State: Equatable {
    public var usuario: Usuario?
    public var cargando = false

    public init() {}
  }

  public enum Action: Equatable {
    case aparecio
    case respuesta(Result<Usuario, Error>)

    public static func == (lhs: Action, rhs: Action) -> Bool {
      switch (lhs, rhs) {
      case (.aparecio, .aparecio): true
      case (.respuesta(.success(let left)), .respuesta(.success(let right))): left == right
      case (.respuesta(.failure(let left)), .respuesta(.failure(let right))):
        type(of: left) == type(of: right) && "\(left)" == "\(right)"
      default: false
      }
    }
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
