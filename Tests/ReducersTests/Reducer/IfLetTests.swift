import Reducers
import Testing

@Suite struct IfLetTests {
  struct Parent: Reducer {
    struct State {
      var child: Probe.State?
      var member: Member.State?
      var screen: Screen?
      var seen: [String] = []
    }
    enum Screen {
      case list(Int)
      case detail(Member.State)
      case blank
    }
    enum Action: CasePathable {
      case child(Probe.Action)
      case member(Probe.Action)
      case screen(Never)
      case change(@Sendable (inout State) -> Void)

      struct AllCasePaths: Sendable {
        var child: AnyCasePath<Action, Probe.Action> {
          AnyCasePath(embed: Action.child) { if case .child(let a) = $0 { a } else { nil } }
        }
        var member: AnyCasePath<Action, Probe.Action> {
          AnyCasePath(embed: Action.member) { if case .member(let a) = $0 { a } else { nil } }
        }
        var screen: AnyCasePath<Action, Never> {
          AnyCasePath(embed: Action.screen) { if case .screen(let a) = $0 { a } else { nil } }
        }
      }

      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    var onAction: @Sendable (inout State, Action) -> Void = { _, _ in }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        state.seen.append("parent sees \(state.child?.log ?? ["nil"])")
        onAction(&state, action)
        if case .change(let change) = action { change(&state) }
        return .send(.member(.quiet))
      }
      .ifLet(\.child, action: \.child, then: { Probe() }, fileID: "F", line: 1, column: 1)
      .ifLet(\.member, action: \.member, then: { Member() }, fileID: "F", line: 2, column: 1)
      .ifLet(
        \.screen, action: \.screen, then: { EmptyReducer<Screen, Never>() }, fileID: "F", line: 3,
        column: 1)
    }
  }

  private let parentEffect = "member(ReducersTests.Probe.Action.quiet)"

  private func step(
    _ state: inout Parent.State, _ action: Parent.Action,
    onAction: @escaping @Sendable (inout Parent.State, Parent.Action) -> Void = { _, _ in }
  ) -> [String] {
    text(Parent(onAction: onAction).reduce(into: &state, action: action))
  }

  @Test func `the child runs before its parent and effects come in that order`() {
    var state = Parent.State(child: Probe.State())
    #expect(
      step(&state, .child(.ping("a")))
        == [#"F:1:1 { child(ReducersTests.Probe.Action.ping("child")) }"#, parentEffect])
    #expect(state.seen == [#"parent sees ["a"]"#])
  }

  @Test func `an action for an absent child is reported and the parent still runs`() throws {
    var state = Parent.State()
    let found = misuses { #expect(step(&state, .child(.ping("secret"))) == [parentEffect]) }
    let misuse = try #require(found.first)
    #expect(found.count == 1)
    #expect(misuse.kind == .actionForAbsentChild)
    #expect(misuse.fileID == "F" && misuse.line == 1)
    #expect(misuse.message.contains("Action: Action.ping"))
    #expect(!misuse.message.contains("secret"))
    #expect(state.seen.count == 1)
  }

  @Test func `removing the child cancels what it started, also by this very action`() {
    var state = Parent.State(child: Probe.State())
    let effects = step(&state, .child(.ping("a"))) { state, _ in state.child = nil }
    #expect(
      effects == [
        #"F:1:1 { child(ReducersTests.Probe.Action.ping("child")) }"#, parentEffect,
        "remove F:1:1",
      ])
  }

  @Test func `a child without id that is replaced stays the same`() {
    var state = Parent.State(child: Probe.State(log: ["old"]))
    #expect(step(&state, .change { $0.child = Probe.State() }) == [parentEffect])
  }

  @Test func `a child of another id takes the place of the old, which is cancelled`() {
    var state = Parent.State(member: Member.State(id: 4))
    #expect(
      step(&state, .change { $0.member = Member.State(id: 5) }) == [parentEffect, "remove F:2:1/4"])
    #expect(step(&state, .change { $0.member = Member.State(id: 5) }) == [parentEffect])
  }

  @Test func `a child that appears cancels nothing`() {
    var state = Parent.State()
    #expect(step(&state, .change { $0.child = Probe.State() }) == [parentEffect])
  }

  @Test func `the case of an enum child and its payload's id are its identity`() {
    var state = Parent.State(screen: .list(1))
    #expect(step(&state, .change { $0.screen = .list(2) }) == [parentEffect])
    #expect(
      step(&state, .change { $0.screen = .detail(Member.State(id: 1)) })
        == [parentEffect, "remove F:3:1/case 0"])
    #expect(
      step(&state, .change { $0.screen = .detail(Member.State(id: 2)) })
        == [parentEffect, "remove F:3:1/case 1 1"])
    #expect(
      step(&state, .change { $0.screen = .blank }) == [parentEffect, "remove F:3:1/case 1 2"])
    #expect(step(&state, .change { $0.screen = nil }) == [parentEffect, "remove F:3:1/case 2"])
  }

  @Test func `an id changed by the child itself cancels nothing`() {
    // Only the parent's run is compared: the child is renamed before it.
    struct Holder: Reducer {
      struct State { var member: Member.State? = Member.State(id: 1) }
      var body: some Reducer<State, Parent.Action> {
        EmptyReducer()
          .ifLet(\.member, action: \.member) {
            Reduce<Member.State, Probe.Action> { state, _ in
              state.id = 2
              return .none
            }
          }
      }
    }
    var state = Holder.State()
    #expect(Holder().reduce(into: &state, action: .member(.quiet)).isNone)
    #expect(state.member?.id == 2)
  }
}
