import Reducers

/// A feature whose actions do as a test tells it.
struct Banco: Reducer {
  struct State: Equatable {
    var cuenta = 0
    var registro: [String] = []
  }

  enum Action: Equatable, CasePathable {
    /// What a test's closure makes of it.
    case haz(String)
    case hecho(String)
    case tic
    case fin

    struct AllCasePaths: Sendable {
      var haz: AnyCasePath<Action, String> {
        AnyCasePath(embed: Action.haz) { if case .haz(let text) = $0 { text } else { nil } }
      }
      var hecho: AnyCasePath<Action, String> {
        AnyCasePath(embed: Action.hecho) { if case .hecho(let text) = $0 { text } else { nil } }
      }
      var tic: AnyCasePath<Action, Void> {
        AnyCasePath(embed: { .tic }, extract: { if case .tic = $0 { () } else { nil } })
      }
      var fin: AnyCasePath<Action, Void> {
        AnyCasePath(embed: { .fin }, extract: { if case .fin = $0 { () } else { nil } })
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  let effect: (Action) -> Effect<Action>

  init(_ effect: @escaping (Action) -> Effect<Action>) { self.effect = effect }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .haz: break
    case .hecho(let text): state.registro.append(text)
    case .tic: state.cuenta += 1
    case .fin: state.registro.append("fin")
    }
    return effect(action)
  }
}
