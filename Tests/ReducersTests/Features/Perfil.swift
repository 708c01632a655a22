import Reducers

struct Usuario: Equatable, Sendable {
  var nombre: String
}

struct APIClient: Sendable {
  var perfil: @Sendable () async throws -> Usuario
}

extension APIClient: TestDependencyKey {
  static let testValue = APIClient(perfil: { throw CancellationError() })
}

extension DependencyValues {
  var api: APIClient {
    get { self[APIClient.self] }
    set { self[APIClient.self] = newValue }
  }
}

struct Perfil: Reducer {
  struct State: Equatable {
    var nombre = ""
    var cargando = false
  }
  enum Action {
    case aparecer
    case perfilRecibido(Usuario)
    case respuesta(Result<Usuario, Error>)
    case reintentar
  }
  @Dependency(\.api) var api
  @Dependency(APIClient.self) var apiByKey

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .aparecer:
        state.cargando = true
        return .run { send in
          await send(.perfilRecibido(try await api.perfil()))
        }
      case .perfilRecibido(let usuario):
        state.cargando = false
        state.nombre = usuario.nombre
        return .none
      case .respuesta:
        return cargarPerfil()
      case .reintentar:
        return .run { send in
          let usuario = try await apiByKey.perfil()
          await send(.respuesta(.success(usuario)))
        } catch: { error, send in
          await send(.respuesta(.failure(error)))
        }
      }
    }
  }

  private func cargarPerfil() -> Effect<Action> {
    .run { send in
      await send(.perfilRecibido(try await api.perfil()))
    }
  }
}
