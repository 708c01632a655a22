import Reducers

struct Fila: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var pulsaciones = 0
  }
  enum Action { case pulsar }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .pulsar:
      state.pulsaciones += 1
      return .send(.pulsar)
    }
  }
}

/// The composition of the first listing, with a plain optional in the place of `@Presents`.
struct App: Reducer {
  struct State: Equatable {
    var contador = Contador.State()
    var lista: IdentifiedArrayOf<Fila.State> = []
    var detalle: Fila.State?
    var filtro = ""
    var recalculos = 0
  }

  enum Action: CasePathable {
    case contador(Contador.Action)
    case lista(IdentifiedActionOf<Fila>)
    case detalle(Fila.Action)

    struct AllCasePaths: Sendable {
      var contador: AnyCasePath<Action, Contador.Action> {
        AnyCasePath(embed: Action.contador) { if case .contador(let a) = $0 { a } else { nil } }
      }
      var lista: AnyCasePath<Action, IdentifiedActionOf<Fila>> {
        AnyCasePath(embed: Action.lista) { if case .lista(let a) = $0 { a } else { nil } }
      }
      var detalle: AnyCasePath<Action, Fila.Action> {
        AnyCasePath(embed: Action.detalle) { if case .detalle(let a) = $0 { a } else { nil } }
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.contador, action: \.contador) { Contador() }

    Reduce { state, action in .none }  // aqui reacciona el padre a sus hijos
      .forEach(\.lista, action: \.lista) { Fila() }
      .ifLet(\.detalle, action: \.detalle) { Fila() }
      .onChange(of: \.filtro) { _, _ in
        Reduce { state, _ in
          state.recalculos += 1
          return .none
        }
      }
      .onChange(of: \.filtro) { _, state in
        state.recalculos += 1
        return .none
      }
  }
}

/// A feature that contains itself.
struct Arbol: Reducer {
  struct State: Identifiable {
    let id: Int
    var ramas: IdentifiedArrayOf<State> = []
    var visitas = 0
  }
  enum Action: CasePathable {
    case visitar
    indirect case ramas(IdentifiedActionOf<Arbol>)

    struct AllCasePaths: Sendable {
      var ramas: AnyCasePath<Action, IdentifiedActionOf<Arbol>> {
        AnyCasePath(embed: Action.ramas) { if case .ramas(let a) = $0 { a } else { nil } }
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .visitar = action { state.visitas += 1 }
      return .none
    }
    .forEach(\.ramas, action: \.ramas) { Arbol() }
  }
}
