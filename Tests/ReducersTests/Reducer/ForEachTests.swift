import Reducers
import Testing

@Suite struct ForEachTests {
  struct State {
    var members: IdentifiedArrayOf<Member.State> = []
  }
  enum Action: CasePathable {
    case members(IdentifiedActionOf<Member>)
    case other

    struct AllCasePaths: Sendable {
      var members: AnyCasePath<Action, IdentifiedActionOf<Member>> {
        AnyCasePath(embed: Action.members) { if case .members(let a) = $0 { a } else { nil } }
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  private func step(
    _ state: inout State, _ action: Action, parent: @escaping (inout State) -> Void = { _ in }
  ) -> [String] {
    let reducer = Reduce<State, Action> { state, _ in
      parent(&state)
      return .send(.other)
    }
    .forEach(\.members, action: \.members, element: { Member() }, fileID: "F", line: 1, column: 1)
    return text(reducer.reduce(into: &state, action: action))
  }

  private func members(_ ids: Int...) -> State {
    State(members: IdentifiedArray(uniqueElements: ids.map { Member.State(id: $0) }))
  }

  @Test func `the element runs before the parent, which sees its change`() {
    var state = members(1, 2)
    var seen: [String]?
    let effects = step(&state, .members(.element(id: 2, action: .ping("a")))) {
      seen = $0.members[id: 2]?.log
    }
    #expect(effects.count == 2)
    #expect(effects[0].hasPrefix("F:1:1/2 { members("))
    #expect(effects[1] == "other")
    #expect(seen == ["a"])
    #expect(state.members[id: 1]?.log == [])
  }

  @Test func `elements that the parent removes are cancelled in their old order`() {
    var state = members(3, 1, 2)
    let effects = step(&state, .members(.element(id: 1, action: .ping("a")))) {
      $0.members.removeAll { $0.id != 2 }
    }
    #expect(effects.count == 4)
    #expect(effects[0].hasPrefix("F:1:1/1 { members("))
    #expect(Array(effects[1...]) == ["other", "remove F:1:1/3", "remove F:1:1/1"])
  }

  @Test func `moving elements or replacing one by one of the same id cancels nothing`() {
    var state = members(1, 2, 3)
    #expect(step(&state, .other) { $0.members.reverse() } == ["other"])
    #expect(step(&state, .other) { $0.members[id: 2] = Member.State(id: 2) } == ["other"])
    #expect(step(&state, .other) { $0.members.append(Member.State(id: 9)) } == ["other"])
  }

  @Test func `an action for a missing element is reported and the parent still runs`() throws {
    var state = members(1)
    let found = misuses {
      #expect(step(&state, .members(.element(id: 8, action: .quiet))) == ["other"])
    }
    #expect(found.map(\.kind) == [.missingElement])
    #expect(found.first?.message.contains("Element: 8") == true)
    #expect(found.first?.fileID == "F")
  }

  @Test func `a key path leads to the actions of one element`() {
    let action = Action.members(.element(id: 3, action: .ping("a")))
    #expect(action.is(\.members[id: 3]))
    #expect(!action.is(\.members[id: 4]))
    #expect(action.is(\.members.element))
    #expect(action[case: \.members.element]?.id == 3)
  }
}
