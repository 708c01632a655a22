// The body stands as in the document.
// swift-format-ignore-file: UseLetInEveryBoundCaseVariable

import Reducers

/// The counter of document 000 with the repair that its prose describes: the request before dies.
@Reducer
public struct ContadorCancelInFlight: Sendable {
  public typealias State = Contador.State
  public typealias Action = Contador.Action

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
        .cancellable(id: CancelID.peticion, cancelInFlight: true)

      case let .datoRecibido(resultado):
        state.cargando = false
        state.hecho = try? resultado.get()
        return .none
      }
    }
  }
}
