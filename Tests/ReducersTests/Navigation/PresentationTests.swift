import Reducers
import Testing

/// A parent that presents a child, a member of an id and a screen of several cases.
private struct Host: Reducer {
  struct State {
    @PresentationState var child: Probe.State?
    @PresentationState var member: Member.State?
    @PresentationState var screen: Screen?
    var seen: [String] = []
  }
  enum Screen {
    case list(Int)
    case detail(Member.State)
  }
  enum Action: CasePathable {
    case child(PresentationAction<Probe.Action>)
    case member(PresentationAction<Probe.Action>)
    case screen(PresentationAction<Never>)
    case change(@Sendable (inout State) -> Void)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, PresentationAction<Probe.Action>> {
        AnyCasePath(embed: Action.child) { if case .child(let a) = $0 { a } else { nil } }
      }
      var member: AnyCasePath<Action, PresentationAction<Probe.Action>> {
        AnyCasePath(embed: Action.member) { if case .member(let a) = $0 { a } else { nil } }
      }
      var screen: AnyCasePath<Action, PresentationAction<Never>> {
        AnyCasePath(embed: Action.screen) { if case .screen(let a) = $0 { a } else { nil } }
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var onAction: @Sendable (inout State, Action) -> Void = { _, _ in }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.seen.append(state.child.map { "parent sees \($0.log)" } ?? "parent sees nil")
      onAction(&state, action)
      if case .change(let change) = action { change(&state) }
      return .send(.member(.presented(.quiet)))
    }
    .ifLet(\.$child, action: \.child, destination: { Probe() }, fileID: "F", line: 1, column: 1)
    .ifLet(\.$member, action: \.member, destination: { Member() }, fileID: "F", line: 2, column: 1)
    .ifLet(
      \.$screen, action: \.screen, destination: { EmptyReducer<Screen, Never>() }, fileID: "F",
      line: 3, column: 1)
  }
}

@Suite struct `A presented child` {
  private let parentEffect =
    "member(Reducers.PresentationAction<ReducersTests.Probe.Action>"
    + ".presented(ReducersTests.Probe.Action.quiet))"
  private let dismissal = "Reducers.PresentationAction<ReducersTests.Probe.Action>.dismiss"
  private let childEffect =
    #"F:1:1 { child(Reducers.PresentationAction<ReducersTests.Probe.Action>"#
    + #".presented(ReducersTests.Probe.Action.ping("child"))) }"#

  private func step(
    _ state: inout Host.State, _ action: Host.Action,
    onAction: @escaping @Sendable (inout Host.State, Host.Action) -> Void = { _, _ in }
  ) -> [String] {
    text(Host(onAction: onAction).reduce(into: &state, action: action))
  }

  @Test func `it is presented once it appears, and can be dismissed from then on`() {
    var state = Host.State()
    #expect(
      step(&state, .change { $0.child = Probe.State() })
        == [parentEffect, "present F:1:1, else child(\(dismissal))"])
    #expect(step(&state, .change { _ in }) == [parentEffect])
  }

  @Test func `one that is there from the start is presented by the first action of any kind`() {
    var state = Host.State(child: Probe.State())
    #expect(
      step(&state, .change { _ in }) == [parentEffect, "present F:1:1, else child(\(dismissal))"])
  }

  @Test func `it runs before its parent and effects come in that order`() {
    var state = Host.State(child: Probe.State())
    #expect(
      step(&state, .child(.presented(.ping("a"))))
        == [childEffect, parentEffect, "present F:1:1, else child(\(dismissal))"])
    #expect(state.seen == [#"parent sees ["a"]"#])
  }

  @Test func `a dismissal runs the parent, which still sees the child, then removes it`() {
    var state = Host.State(child: Probe.State())
    _ = step(&state, .change { _ in })
    #expect(step(&state, .child(.dismiss)) == [parentEffect, "remove F:1:1"])
    #expect(state.child == nil)
    #expect(state.seen.last == "parent sees []")
  }

  @Test func `a dismissal spares the child that the parent has just put in its place`() {
    var state = Host.State(member: Member.State(id: 1))
    _ = step(&state, .change { _ in })
    let effects = step(&state, .member(.dismiss)) { state, _ in state.member = Member.State(id: 2) }
    #expect(state.member?.id == 2)
    #expect(
      effects == [parentEffect, "remove F:2:1/1", "present F:2:1/2, else member(\(dismissal))"])
  }

  @Test func `removing it cancels what it started, also by this very action`() {
    var state = Host.State(child: Probe.State())
    _ = step(&state, .change { _ in })
    let effects = step(&state, .child(.presented(.ping("a")))) { state, _ in state.child = nil }
    #expect(effects == [childEffect, parentEffect, "remove F:1:1"])
  }

  @Test func `one that goes in its own first action leaves nothing behind`() {
    var state = Host.State(child: Probe.State())
    let effects = step(&state, .child(.presented(.ping("a")))) { state, _ in state.child = nil }
    #expect(effects == [childEffect, parentEffect, "remove F:1:1"])
  }

  @Test func `one without id that is replaced stays the same`() {
    var state = Host.State(child: Probe.State(log: ["old"]))
    _ = step(&state, .change { _ in })
    #expect(step(&state, .change { $0.child = Probe.State() }) == [parentEffect])
  }

  @Test func `another case of an enum, or another id in it, is another child`() {
    var state = Host.State(screen: .list(1))
    let never = "screen(Reducers.PresentationAction<Swift.Never>.dismiss)"
    #expect(
      step(&state, .change { $0.screen = .list(2) })
        == [parentEffect, "present F:3:1/case 0, else \(never)"])
    #expect(
      step(&state, .change { $0.screen = .detail(Member.State(id: 1)) })
        == [parentEffect, "remove F:3:1/case 0", "present F:3:1/case 1 1, else \(never)"])
    #expect(
      step(&state, .change { $0.screen = .detail(Member.State(id: 2)) })
        == [parentEffect, "remove F:3:1/case 1 1", "present F:3:1/case 1 2, else \(never)"])
  }

  @Test func `a removal made elsewhere is noticed at the next action`() {
    var state = Host.State(child: Probe.State())
    _ = step(&state, .change { _ in })
    state.child = nil
    #expect(step(&state, .change { _ in }) == [parentEffect, "remove F:1:1"])
  }

  @Test func `a removal made elsewhere and taken back is not noticed`() {
    var state = Host.State(child: Probe.State())
    _ = step(&state, .change { _ in })
    state.child = nil
    state.child = Probe.State()
    #expect(step(&state, .change { _ in }) == [parentEffect])
  }

  @Test func `a child that its parent replaces together with all its state is cancelled`() {
    var state = Host.State(child: Probe.State())
    _ = step(&state, .change { _ in })
    #expect(step(&state, .change { $0 = Host.State() }) == [parentEffect, "remove F:1:1"])
  }

  @Test func `an action for an absent child is reported and the parent still runs`() {
    var state = Host.State()
    let found = misuses {
      #expect(step(&state, .child(.presented(.ping("secret")))) == [parentEffect])
      #expect(step(&state, .child(.dismiss)) == [parentEffect])
    }
    #expect(state.seen.count == 2)
    #expect(found.map(\.kind) == [.actionForAbsentChild, .actionForAbsentChild])
    #expect(
      found.map(\.description)
        == ["Action.ping", "dismiss"].map { action in
          """
          F:1: misuse (actionForAbsentChild): An "ifLet" received a presentation action when nothing \
          was presented.
            Action: \(action)
          A parent that runs before this operator may have removed the child, or an effect or a view \
          outlived it. Run the child first, and cancel what it started when it goes.
          """
        })
  }
}
