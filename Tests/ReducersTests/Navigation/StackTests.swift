import Reducers
import Testing

/// A parent with a stack of children, told what to do by closures.
private struct Router: Reducer {
  struct State {
    var path = StackState<Probe.State>()
    var seen: [[StackElementID]] = []
  }
  enum Action: CasePathable {
    case path(StackActionOf<Probe>)
    case change(@Sendable (inout State) -> Void)

    struct AllCasePaths: Sendable {
      var path: AnyCasePath<Action, StackActionOf<Probe>> {
        AnyCasePath(embed: Action.path) { if case .path(let a) = $0 { a } else { nil } }
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var onAction: @Sendable (inout State, Action) -> Void = { _, _ in }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.seen.append(state.path.ids)
      onAction(&state, action)
      if case .change(let change) = action { change(&state) }
      return .send(.path(.popFrom(id: 99)))
    }
    .forEach(\.path, action: \.path, destination: { Probe() }, fileID: "F", line: 1, column: 1)
  }
}

@Suite struct `A stack of children` {
  private static let type =
    "Reducers.StackAction<ReducersTests.Probe.State, "
    + "ReducersTests.Probe.Action>"
  private let parentEffect = "path(\(type).popFrom(id: #99))"

  private func childEffect(_ id: Int) -> String {
    "F:1:1/#\(id) { path(\(Self.type).element(id: #\(id), "
      + #"action: ReducersTests.Probe.Action.ping("child"))) }"#
  }

  private func presents(_ id: Int) -> String {
    "present F:1:1/#\(id), else path(\(Self.type).popFrom(id: #\(id)))"
  }

  private func removes(_ id: Int) -> String { "remove F:1:1/#\(id)" }

  private func step(
    _ state: inout Router.State, _ action: Router.Action,
    onAction: @escaping @Sendable (inout Router.State, Router.Action) -> Void = { _, _ in }
  ) -> [String] {
    text(Router(onAction: onAction).reduce(into: &state, action: action))
  }

  private func mounted(_ count: Int) -> Router.State {
    var state = Router.State(path: StackState((0..<count).map { _ in Probe.State() }))
    _ = step(&state, .change { _ in })
    state.seen = []
    return state
  }

  @Test func `elements that come are presented, those that go are removed`() {
    var state = Router.State()
    #expect(
      step(&state, .change { $0.path.append(contentsOf: [Probe.State(), Probe.State()]) })
        == [parentEffect, presents(0), presents(1)])
    #expect(
      step(
        &state,
        .change {
          $0.path.removeLast(2)
          $0.path.append(Probe.State())
        })
        == [parentEffect, removes(0), removes(1), presents(2)])
    #expect(step(&state, .change { _ in }) == [parentEffect])
  }

  @Test func `elements there from the start are presented by the first action of any kind`() {
    var state = Router.State(path: [Probe.State()])
    #expect(step(&state, .change { _ in }) == [parentEffect, presents(0)])
  }

  @Test func `an element runs before the parent and effects come in that order`() {
    var state = mounted(2)
    #expect(
      step(&state, .path(.element(id: 1, action: .ping("a"))))
        == [childEffect(1), parentEffect])
    #expect(state.path[id: 1]?.log == ["a"])
    #expect(state.path[id: 0]?.log == [])
  }

  @Test func `a push is done before the parent runs, a pop after`() {
    var state = mounted(1)
    #expect(step(&state, .path(.push(id: 1, state: Probe.State()))) == [parentEffect, presents(1)])
    #expect(step(&state, .path(.popFrom(id: 0))) == [parentEffect, removes(0), removes(1)])
    #expect(state.seen == [[0, 1], [0, 1]])
    #expect(state.path.isEmpty)
  }

  @Test func `an element that goes in its own first action leaves nothing behind`() {
    var state = Router.State(path: [Probe.State()])
    let effects = step(&state, .path(.element(id: 0, action: .ping("a")))) { state, _ in
      state.path.removeAll()
    }
    #expect(
      effects == [
        childEffect(0), parentEffect, removes(0),
      ])
  }

  @Test func `a removal made elsewhere is noticed at the next action`() {
    var state = mounted(2)
    state.path.removeLast()
    #expect(step(&state, .change { _ in }) == [parentEffect, removes(1)])
  }

  @Test func `what an element is replaced by under its id is the same element`() {
    var state = mounted(1)
    #expect(step(&state, .change { $0.path[id: 0] = Probe.State(log: ["new"]) }) == [parentEffect])
  }

  @Test func `an unknown id and a taken one are reported and the parent still runs`() {
    var state = mounted(1)
    let found = misuses {
      #expect(step(&state, .path(.element(id: 7, action: .ping("secret")))) == [parentEffect])
      #expect(step(&state, .path(.popFrom(id: 8))) == [parentEffect])
      #expect(
        step(&state, .path(.push(id: 0, state: Probe.State(log: ["new"])))) == [parentEffect])
    }
    #expect(state.seen == [[0], [0], [0]])
    #expect(state.path[id: 0]?.log == [])
    #expect(
      found.map(\.description) == [
        """
        F:1: misuse (missingElement): A "forEach" received an action for an element that is not \
        there.
          Element: #7
          Action: Action.ping
        A parent that runs before this operator may have removed the element, or an effect or a \
        view outlived it. Run the children first, and cancel what an element started when it goes.
        """,
        """
        F:1: misuse (unknownStackElement): A "forEach" was to pop an element that is not on the \
        stack.
          Element: #8
        It may have been popped already. Send popFrom with an id of the stack.
        """,
        """
        F:1: misuse (duplicateStackElement): A "forEach" was to push an element under an id that is \
        on the stack already; it was not pushed.
          Element: #0
        Draw an id for each push: @Dependency(\\.stackElementID) var stackElementID, then \
        stackElementID.next().
        """,
      ])
  }

  @Test func `a path to the actions of one element finds them alone`() {
    let path = AnyCasePath(\Router.Action.Cases.path[id: 3])
    #expect(path.extract(from: .path(.element(id: 3, action: .quiet))) != nil)
    #expect(path.extract(from: .path(.element(id: 4, action: .quiet))) == nil)
    #expect(Router.Action.path(.popFrom(id: 3)).is(\.path.popFrom))
  }
}

/// A stack of features that push copies of themselves and leave.
private struct Walk: Reducer {
  struct State: Equatable {
    var path: StackState<Stop.State>
  }
  enum Action: CasePathable {
    case push
    case path(StackActionOf<Stop>)

    struct AllCasePaths: Sendable {
      var path: AnyCasePath<Action, StackActionOf<Stop>> {
        AnyCasePath(embed: Action.path) { if case .path(let a) = $0 { a } else { nil } }
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @Dependency(\.stackElementID) var stackElementID
  let gate: Gate

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard case .push = action else { return .none }
      return .run { send in await send(.path(.push(id: stackElementID.next(), state: .init()))) }
    }
    .forEach(\.path, action: \.path) { Stop(gate: gate) }
  }
}

private struct Stop: Reducer {
  struct State: Equatable {
    var isPresented = false
  }
  enum Action { case work, leave, look, done }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.isPresented) var isPresented
  let gate: Gate

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .work:
      return .run { send in
        await gate.wait()
        await send(.done)
      }
    case .leave: return .run { _ in await dismiss() }
    case .look:
      state.isPresented = isPresented
      return .none
    case .done: return .none
    }
  }
}

@MainActor @Suite struct `A stack in a store` {
  private let gate = Gate()

  private func makeStore(_ count: Int = 0) -> Store<Walk.State, Walk.Action> {
    Store(initialState: Walk.State(path: StackState((0..<count).map { _ in Stop.State() }))) {
      Walk(gate: gate)
    }
  }

  @Test func `a feature that leaves takes with it what is above it, and all they do`() async {
    let store = makeStore(3)
    // The first action of all presents what is there from the start.
    store.send(.path(.element(id: 0, action: .look)))
    let work = store.send(.path(.element(id: 2, action: .work)))
    await gate.arrival()
    await store.send(.path(.element(id: 1, action: .leave))).finish()
    await work.finish()
    #expect(store.state.path.ids == [0])
    #expect(store.effectsInFlight == 0)
  }

  @Test func `an element knows that it is presented`() {
    let store = makeStore(1)
    store.send(.path(.element(id: 0, action: .look)))
    #expect(store.state.path[id: 0]?.isPresented == true)
  }

  @Test func `each store numbers its elements from zero, the initial ones first`() async {
    for _ in 0..<2 {
      let store = makeStore(2)
      let task = store.send(.push)
      while store.state.path.count < 3 { await Task.yield() }
      #expect(store.state.path.ids == [0, 1, 2])
      task.cancel()
    }
  }

  @Test func `a state made before its store is not numbered twice`() {
    let state = Walk.State(path: [Stop.State(), Stop.State()])
    let store = Store(initialState: state) {
      Reduce<Walk.State, Walk.Action> { state, _ in
        state.path.append(Stop.State())
        return .none
      }
    }
    store.send(.push)
    #expect(store.state.path.ids == [0, 1, 2])
  }
}
