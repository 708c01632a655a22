import Reducers

struct ApiCliente: Sendable {
  var hecho: @Sendable (Int) async throws -> String
}

extension ApiCliente: DependencyKey {
  static let liveValue = ApiCliente(hecho: { "\($0)" })
}

extension DependencyValues {
  var apiCliente: ApiCliente {
    get { self[ApiCliente.self] }
    set { self[ApiCliente.self] = newValue }
  }
}

struct Contador: Reducer {
  struct State: Equatable {
    var cuenta = 0
    var cargando = false
    var hecho: String?
  }

  enum Action: CasePathable {
    case incrementar
    case pedirDato
    case datoRecibido(Result<String, any Error>)

    struct AllCasePaths: Sendable {
      var incrementar: AnyCasePath<Action, Void> {
        AnyCasePath(
          embed: { .incrementar },
          extract: { if case .incrementar = $0 { () } else { nil } })
      }
      var pedirDato: AnyCasePath<Action, Void> {
        AnyCasePath(
          embed: { .pedirDato },
          extract: { if case .pedirDato = $0 { () } else { nil } })
      }
      var datoRecibido: AnyCasePath<Action, Result<String, any Error>> {
        AnyCasePath(embed: Action.datoRecibido) {
          if case .datoRecibido(let result) = $0 { result } else { nil }
        }
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
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

      case .datoRecibido(let resultado):
        state.cargando = false
        state.hecho = try? resultado.get()
        return .none
      }
    }
  }
}
