import Reducers
import Testing

@Suite struct IfCaseLetTests {
  enum State: CasePathable {
    case member(Member.State)
    case away([String])

    struct AllCasePaths: Sendable {
      var member: AnyCasePath<State, Member.State> {
        AnyCasePath(embed: State.member) { if case .member(let s) = $0 { s } else { nil } }
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  typealias Action = IfLetTests.Parent.Action

  private func step(
    _ state: inout State, _ action: Action,
    parent: @escaping (inout State) -> Void = { _ in }
  ) -> [String] {
    let reducer = Reduce<State, Action> { state, _ in
      parent(&state)
      return .send(.child(.quiet))
    }
    .ifCaseLet(\.member, action: \.member, then: { Member() }, fileID: "F", line: 1, column: 1)
    return text(reducer.reduce(into: &state, action: action))
  }

  private let childEffect = #"F:1:1/1 { member(ReducersTests.Probe.Action.ping("child")) }"#
  private let parentEffect = "child(ReducersTests.Probe.Action.quiet)"

  @Test func `the child's change is in the state before the parent runs`() {
    var state = State.member(Member.State(id: 1))
    var seen: [String]?
    let effects = step(&state, .member(.ping("a"))) { seen = $0[case: \.member]?.log }
    #expect(effects == [childEffect, parentEffect])
    #expect(seen == ["a"])
  }

  @Test func `leaving the case cancels the child`() {
    var state = State.member(Member.State(id: 1))
    let effects = step(&state, .member(.ping("a"))) { $0 = .away([]) }
    #expect(effects == [childEffect, parentEffect, "remove F:1:1/1"])
  }

  @Test func `another id in the same case cancels the child`() {
    var state = State.member(Member.State(id: 1))
    let effects = step(&state, .child(.quiet)) { $0 = .member(Member.State(id: 2)) }
    #expect(effects == [parentEffect, "remove F:1:1/1"])
  }

  @Test func `an action for the child in another case is reported and the parent still runs`() {
    var state = State.away([])
    let found = misuses { #expect(step(&state, .member(.ping("a"))) == [parentEffect]) }
    #expect(found.map(\.kind) == [.stateInAnotherCase])
  }

  @Test func `a scope of a case runs the child there and reports elsewhere`() {
    let scope = Scope<State, Action, Member>(state: \.member, action: \.member) { Member() }
    var state = State.member(Member.State(id: 1))
    #expect(
      text(scope.reduce(into: &state, action: .member(.ping("a"))))
        == [#"member(ReducersTests.Probe.Action.ping("child"))"#])
    #expect(state[case: \.member]?.log == ["a"])
    state = .away([])
    let found = misuses { _ = scope.reduce(into: &state, action: .member(.ping("a"))) }
    #expect(found.map(\.kind) == [.stateInAnotherCase])
    #expect(misuses { _ = scope.reduce(into: &state, action: .child(.quiet)) }.isEmpty)
  }
}
