import Foundation
import ReducerCheck
import Reducers

/// The dependency functions of generated features.
struct Endpoints: Sendable {
  var load: @Sendable (Int) async throws -> Int
  var save: @Sendable (Int) async -> Int
  var fetch: @Sendable (Int) async throws -> Int
  var flag: @Sendable () -> Int
  var ticks: @Sendable () -> AsyncStream<Int>
  var feed: @Sendable () -> AsyncThrowingStream<Int, any Error>
}

extension Endpoints: DependencyKey {
  static let liveValue = Endpoints(
    load: { $0 }, save: { $0 }, fetch: { $0 }, flag: { 0 }, ticks: { AsyncStream { nil } },
    feed: { AsyncThrowingStream { nil } })
}

extension DependencyValues {
  var endpoints: Endpoints {
    get { self[Endpoints.self] }
    set { self[Endpoints.self] = newValue }
  }
}

/// A feature made from a plan: a parent with an optional child, which has an optional leaf, a
/// screen of several cases, and rows.
struct GeneratedFeature: Reducer {
  struct State {
    var count = 0
    var step = 0
    var child: GeneratedChild.State?
    var screen = Screen.State.list
    var rows: IdentifiedArrayOf<GeneratedLeaf.State> = []
  }

  enum Action: CasePathable {
    case act(Token)
    case child(GeneratedChild.Action)
    case screen(Screen.Action)
    case rows(IdentifiedAction<Int, Token>)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, GeneratedChild.Action> {
        AnyCasePath(embed: Action.child) { if case .child(let a) = $0 { a } else { nil } }
      }
      var screen: AnyCasePath<Action, Screen.Action> {
        AnyCasePath(embed: Action.screen) { if case .screen(let a) = $0 { a } else { nil } }
      }
      var rows: AnyCasePath<Action, IdentifiedAction<Int, Token>> {
        AnyCasePath(embed: Action.rows) { if case .rows(let a) = $0 { a } else { nil } }
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }

    /// The action that a token means at the parent.
    init(_ token: Token) {
      let own = Token(code: token.code % 10, step: token.step)
      self =
        switch token.code / 10 {
        case 0: .act(token)
        case 1: .child(.act(own))
        case 2: .child(.leaf(own))
        case 3: .screen(.detail(own))
        default: .rows(.element(id: token.code / 10 - 4, action: own))
        }
    }
  }

  let plan: FeaturePlan

  var body: some ReducerOf<Self> {
    Scope(state: \.screen, action: \.screen) { Screen(rules: plan.leaf) }
    Reduce { state, action in
      switch action {
      case .act(let token):
        let rule = plan.parent[token.code]
        state.count = (state.count + rule.bump) % 4
        state.step = token.step
        change(&state, rule.change)
        return rule.effect.build().map { Action($0) }
      case .child(.act(let token)):
        change(&state, plan.reactions[token.code])
        return .none
      case .child, .screen, .rows: return .none
      }
    }
    .ifLet(\.child, action: \.child) { GeneratedChild(plan: plan) }
    .forEach(\.rows, action: \.rows) { GeneratedLeaf(rules: plan.leaf) }
  }

  private func change(_ state: inout State, _ change: Change) {
    switch change {
    case .openChild(let id): state.child = GeneratedChild.State(id: id)
    case .closeChild: state.child = nil
    case .go(0): state.screen = .list
    case .go(let id): state.screen = .detail(GeneratedLeaf.State(id: id))
    case .addRow(let id): state.rows.append(GeneratedLeaf.State(id: id))
    case .removeRow(let id): state.rows.removeAll { $0.id == id }
    case .none, .openLeaf, .closeLeaf: break
    }
  }
}

/// The child of a generated feature, with a child of its own.
struct GeneratedChild: Reducer {
  struct State: Identifiable {
    var id: Int
    var count = 0
    var leaf: GeneratedLeaf.State?
  }

  enum Action: CasePathable {
    case act(Token)
    case leaf(Token)

    struct AllCasePaths: Sendable {
      var leaf: AnyCasePath<Action, Token> {
        AnyCasePath(embed: Action.leaf) { if case .leaf(let a) = $0 { a } else { nil } }
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  let plan: FeaturePlan

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard case .act(let token) = action else { return .none }
      let rule = plan.child[token.code]
      state.count = (state.count + rule.bump + token.step) % 4
      if rule.change == .openLeaf { state.leaf = GeneratedLeaf.State(id: 0) }
      if rule.change == .closeLeaf { state.leaf = nil }
      return rule.effect.build().map { token in
        token.code < 10
          ? .act(token) : .leaf(Token(code: token.code % 10, step: token.step))
      }
    }
    .ifLet(\.leaf, action: \.leaf) { GeneratedLeaf(rules: plan.leaf) }
  }
}

/// A feature without children.
struct GeneratedLeaf: Reducer {
  struct State: Identifiable {
    var id: Int
    var count = 0
  }

  let rules: [Rule]

  func reduce(into state: inout State, action token: Token) -> Effect<Token> {
    let rule = rules[token.code]
    state.count = (state.count + rule.bump + token.step) % 4
    return rule.effect.build()
  }
}

/// A state of several cases, one of them with a child; any action but the child's changes nothing.
struct Screen: Reducer {
  enum State: CasePathable {
    case list
    case detail(GeneratedLeaf.State)

    struct AllCasePaths: Sendable {
      var detail: AnyCasePath<State, GeneratedLeaf.State> {
        AnyCasePath(embed: State.detail) { if case .detail(let s) = $0 { s } else { nil } }
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Action: CasePathable {
    case detail(Token)

    struct AllCasePaths: Sendable {
      var detail: AnyCasePath<Action, Token> {
        AnyCasePath(embed: Action.detail) { if case .detail(let t) = $0 { t } else { nil } }
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  let rules: [Rule]

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard case .detail(let token) = action, case .detail(let leaf) = state else { return .none }
      // The last action of a screen leaves it, or puts another in its place.
      if token.code == 2 {
        state = leaf.count == 0 ? .list : .detail(GeneratedLeaf.State(id: 1 - leaf.id))
      }
      return .none
    }
    .ifCaseLet(\.detail, action: \.detail) { GeneratedLeaf(rules: rules) }
  }
}
