import Reducers

/// A form as the fourth document has it: a text field, a switch and a list that can be refreshed.
struct Formulario: Reducer {
  struct State: Equatable {
    var texto = ""
    var notificaciones = false
    var elementos: [String] = []
    var vistos: [String] = []
  }

  enum Action: BindableAction, CasePathable, Equatable {
    case binding(BindingAction<State>)
    case refrescarTirado
    case elementosRecibidos([String])

    struct AllCasePaths: Sendable {
      var binding: AnyCasePath<Action, BindingAction<State>> {
        AnyCasePath(embed: Action.binding) { if case .binding(let a) = $0 { a } else { nil } }
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  let cargar: @Sendable () async -> [String]

  init(cargar: @escaping @Sendable () async -> [String] = { [] }) { self.cargar = cargar }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.texto):
        state.vistos.append(state.texto)
        return .none
      case .binding: return .none
      case .refrescarTirado:
        return .run { send in await send(.elementosRecibidos(await cargar())) }
      case .elementosRecibidos(let elementos):
        state.elementos = elementos
        return .none
      }
    }
  }
}
