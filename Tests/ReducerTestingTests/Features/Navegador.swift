import Reducers

/// A screen that counts, closes itself, and goes on by a timer.
struct Pantalla: Reducer {
  struct State: Equatable, Identifiable {
    var id: Int
    var cuenta = 0
  }
  @CasePathable enum Action: Equatable { case contar, cerrar, empezar }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .contar:
      state.cuenta += 1
      return .none
    case .cerrar:
      return .run { [dismiss] send in
        await dismiss()
        await send(.contar)
      }
    case .empezar:
      return .run { [clock] send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.contar) }
      }
    }
  }
}

/// A parent that presents screens, one at a time and in a stack.
struct Navegador: Reducer {
  struct State: Equatable {
    @PresentationState var hoja: Pantalla.State?
    var ruta = StackState<Pantalla.State>()
  }
  @CasePathable enum Action: Equatable {
    case abrir(Int)
    case apilar(Int)
    case vaciar
    case hoja(PresentationAction<Pantalla.Action>)
    case ruta(StackAction<Pantalla.State, Pantalla.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .abrir(let id): state.hoja = Pantalla.State(id: id)
      case .apilar(let id): state.ruta.append(Pantalla.State(id: id))
      case .vaciar: state.ruta.removeAll()
      case .hoja, .ruta: break
      }
      return .none
    }
    .ifLet(\.$hoja, action: \.hoja) { Pantalla() }
    .forEach(\.ruta, action: \.ruta) { Pantalla() }
  }
}
