import ComposableArchitecture

/// A row of the list.
@Reducer
struct Fila {
  struct State: Equatable, Identifiable {
    let id: Int
    var marcada = false
  }
  enum Action { case marcar }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.marcada.toggle()
      return .none
    }
  }
}

/// The sheet on top.
@Reducer
struct Detalle {
  struct State: Equatable { var texto = "" }
  enum Action {
    case empezar
    case escribir(String)
    case cerrar
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .empezar:
        return .run { send in
          try await clock.sleep(for: .seconds(3600))
          await send(.escribir("una hora"))
        }
      case .escribir(let texto):
        state.texto = texto
        return .none
      case .cerrar:
        return .run { _ in await dismiss() }
      }
    }
  }
}
