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

/// A feature made from a plan: a parent with an optional child, which presents a leaf, a screen of
/// several cases, rows, a sheet that is presented and is of the child's kind, and a stack of pages.
struct GeneratedFeature: Reducer {
  struct State {
    var count = 0
    var step = 0
    var child: GeneratedChild.State?
    var screen = Screen.State.list
    var rows: IdentifiedArrayOf<GeneratedLeaf.State> = []
    @PresentationState var sheet: GeneratedChild.State?
    var pages = StackState<GeneratedLeaf.State>()
  }

  enum Action: CasePathable {
    case act(Token)
    case child(GeneratedChild.Action)
    case screen(Screen.Action)
    case rows(IdentifiedAction<Int, Token>)
    case sheet(PresentationAction<GeneratedChild.Action>)
    case pages(StackAction<GeneratedLeaf.State, Token>)

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
      var sheet: AnyCasePath<Action, PresentationAction<GeneratedChild.Action>> {
        AnyCasePath(embed: Action.sheet) { if case .sheet(let a) = $0 { a } else { nil } }
      }
      var pages: AnyCasePath<Action, StackAction<GeneratedLeaf.State, Token>> {
        AnyCasePath(embed: Action.pages) { if case .pages(let a) = $0 { a } else { nil } }
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
        case 2: .child(.leaf(own.code == 3 ? .dismiss : .presented(own)))
        case 3: .screen(.detail(own))
        case 6: .sheet(own.code == 3 ? .dismiss : .presented(.act(own)))
        case 7, 8:
          own.code == 3
            ? .pages(.popFrom(id: StackElementID(generation: token.code / 10 - 7)))
            : .pages(.element(id: StackElementID(generation: token.code / 10 - 7), action: own))
        case 9: .sheet(.presented(.leaf(.presented(own))))
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
      case .child, .screen, .rows, .sheet, .pages: return .none
      }
    }
    .ifLet(\.child, action: \.child) { GeneratedChild(plan: plan) }
    .forEach(\.rows, action: \.rows) { GeneratedLeaf(rules: plan.leaf) }
    .ifLet(\.$sheet, action: \.sheet) { GeneratedChild(plan: plan) }
    .forEach(\.pages, action: \.pages) { GeneratedLeaf(rules: plan.leaf) }
    Reduce { state, action in
      guard case .act(let token) = action else { return .none }
      if plan.parent[token.code].change == .closeSheetBehind { state.sheet = nil }
      return .none
    }
  }

  private func change(_ state: inout State, _ change: Change) {
    switch change {
    case .openChild(let id): state.child = GeneratedChild.State(id: id)
    case .closeChild: state.child = nil
    case .go(0): state.screen = .list
    case .go(let id): state.screen = .detail(GeneratedLeaf.State(id: id))
    case .addRow(let id): state.rows.append(GeneratedLeaf.State(id: id))
    case .removeRow(let id): state.rows.removeAll { $0.id == id }
    case .openSheet(let id): state.sheet = GeneratedChild.State(id: id)
    case .closeSheet: state.sheet = nil
    case .pushPage(let id): state.pages.append(GeneratedLeaf.State(id: id))
    case .popPage: _ = state.pages.popLast()
    case .closeSheetBehind, .none, .openLeaf, .closeLeaf: break
    }
  }
}

/// The child of a generated feature, which presents a child of its own.
struct GeneratedChild: Reducer {
  struct State: Identifiable {
    var id: Int
    var count = 0
    @PresentationState var leaf: GeneratedLeaf.State?
  }

  enum Action: CasePathable {
    case act(Token)
    case leaf(PresentationAction<Token>)

    struct AllCasePaths: Sendable {
      var leaf: AnyCasePath<Action, PresentationAction<Token>> {
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
        let own = Token(code: token.code % 10, step: token.step)
        return token.code < 10 ? .act(own) : .leaf(own.code == 3 ? .dismiss : .presented(own))
      }
    }
    .ifLet(\.$leaf, action: \.leaf) { GeneratedLeaf(rules: plan.leaf) }
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
