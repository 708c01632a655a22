// The body stands as in the document.
// swift-format-ignore-file: UseLetInEveryBoundCaseVariable

import Reducers

/// The counter of document 000: asks for a fact about a number.
@Reducer
public struct Contador: Sendable {
  @ObservableState
  public struct State: Equatable {
    public var cuenta = 0
    public var cargando = false
    public var hecho: String?

    public init() {}
  }

  public enum Action {
    case incrementar
    case pedirDato
    case datoRecibido(Result<String, any Error>)
  }

  @Dependency(\.apiCliente) var api
  private enum CancelID { case peticion }

  public init() {}

  public var body: some ReducerOf<Self> {
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
