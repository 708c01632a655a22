import Reducers

struct Usuario: Equatable, Sendable {
  var nombre: String

  static let ejemplo = Usuario(nombre: "Ana")
}

struct APIClient: Sendable {
  var perfil: @Sendable () async throws -> Usuario
}

extension APIClient: DependencyKey {
  static let liveValue = APIClient(perfil: { .ejemplo })
}

extension DependencyValues {
  var api: APIClient {
    get { self[APIClient.self] }
    set { self[APIClient.self] = newValue }
  }
}

/// The feature of document 002, its macros written out.
struct Perfil: Reducer {
  struct State: Equatable {
    var usuario: Usuario?
    var cargando = false
  }

  enum Action: CasePathable {
    case aparecio
    case respuesta(Result<Usuario, Error>)

    struct AllCasePaths: Sendable {
      var respuesta: AnyCasePath<Action, Result<Usuario, Error>> {
        AnyCasePath(embed: Action.respuesta) {
          if case .respuesta(let result) = $0 { result } else { nil }
        }
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @Dependency(\.api) var api

  var body: some ReducerOf<Self> {
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
      case .respuesta(let resultado):
        state.cargando = false
        state.usuario = try? resultado.get()
        return .none
      }
    }
  }
}
