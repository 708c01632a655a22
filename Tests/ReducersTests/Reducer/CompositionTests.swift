import Reducers
import Testing

@Suite struct CompositionTests {
  /// Neither Sendable nor Equatable nor Hashable: nothing asks for it.
  final class Token {}
  struct State {
    var log: [String] = []
    var token = Token()
    var value = 0
  }
  struct Action { var token = Token() }

  static func logs(_ name: String) -> Reduce<State, Action> {
    Reduce { state, action in
      state.log.append(name)
      return .send(action)
    }
  }

  struct Listed: Reducer {
    var includesOptional = true
    var takesFirst = true

    var body: some Reducer<State, Action> {
      logs("a")
      if includesOptional { logs("b") }
      if takesFirst {
        logs("c")
      } else {
        logs("d")
        EmptyReducer()
      }
      for index in 0..<2 { logs("e\(index)") }
      CombineReducers {
        logs("f")
        logs("g")
      }
      logs("h") as any Reducer<State, Action>
    }
  }

  @Test func `a body runs its reducers in the order listed`() {
    var state = State()
    let effect = Listed().reduce(into: &state, action: Action())
    #expect(state.log == ["a", "b", "c", "e0", "e1", "f", "g", "h"])
    #expect(text(effect).count == 8)
  }

  @Test func `conditions of a body choose its reducers`() {
    var state = State()
    _ = Listed(includesOptional: false, takesFirst: false).reduce(into: &state, action: Action())
    #expect(state.log == ["a", "d", "e0", "e1", "f", "g", "h"])
  }

  @Test func `an empty body and an empty reducer do nothing`() {
    struct Nothing: Reducer {
      var body: some Reducer<State, Action> {}
    }
    var state = State()
    #expect(Nothing().reduce(into: &state, action: Action()).isNone)
    #expect(EmptyReducer<State, Action>().reduce(into: &state, action: Action()).isNone)
    #expect(state.log.isEmpty)
  }

  @Test func `an optional reducer runs when it is there`() {
    var state = State()
    var optional: Reduce<State, Action>? = Self.logs("a")
    #expect(text(optional.reduce(into: &state, action: Action())).count == 1)
    optional = nil
    #expect(optional.reduce(into: &state, action: Action()).isNone)
    #expect(state.log == ["a"])
  }

  @Test func `a reducer of hidden type runs as it would by itself`() {
    var state = State()
    _ = Reduce(Listed()).reduce(into: &state, action: Action())
    #expect(state.log.count == 8)
  }

  @Test func `a reducer of known type is not wrapped by a body`() {
    let reducer = CombineReducers<State, Action, _> { EmptyReducer<State, Action>() }
    #expect("\(type(of: reducer))".contains("EmptyReducer"))
  }

  @Test func `a resolved reducer does the same and evaluates each body once`() {
    final class Count {
      var bodies = 0
      func note<R>(_ reducer: () -> R) -> R {
        bodies += 1
        return reducer()
      }
    }
    struct Inner: Reducer {
      let count: Count
      var body: some Reducer<State, Action> {
        count.note { CompositionTests.logs("inner") }
      }
    }
    struct Outer: Reducer {
      let count: Count
      var body: some Reducer<State, Action> {
        count.note { Inner(count: count) }
        CompositionTests.logs("outer").onChange(of: \.value) { _, _ in Inner(count: count) }
      }
    }
    let count = Count()
    let resolved = Outer(count: count).resolved()
    var state = State()
    for _ in 0..<3 { _ = resolved.reduce(into: &state, action: Action()) }
    #expect(count.bodies == 2)
    #expect(state.log == ["inner", "outer", "inner", "outer", "inner", "outer"])
    for _ in 0..<3 { _ = Outer(count: count).reduce(into: &state, action: Action()) }
    #expect(count.bodies == 8)
  }

  @Test func `the position of a scope decides whether it runs before its parent`() {
    struct Child: Reducer {
      func reduce(into state: inout [String], action: Action) -> Effect<Action> {
        state.append("child")
        return .none
      }
    }
    struct Outer: Reducer {
      enum OuterAction: CasePathable {
        case child(Action)
        struct AllCasePaths: Sendable {
          var child: AnyCasePath<OuterAction, Action> {
            AnyCasePath(embed: OuterAction.child) { if case .child(let a) = $0 { a } else { nil } }
          }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
      }
      var body: some Reducer<State, OuterAction> {
        Reduce { state, _ in
          state.log.append("first")
          return .none
        }
        Scope(state: \.log, action: \.child) { Child() }
        Reduce { state, _ in
          state.log.append("last")
          return .none
        }
      }
    }
    var state = State()
    _ = Outer().reduce(into: &state, action: .child(Action()))
    #expect(state.log == ["first", "child", "last"])
  }
}
