import Reducers
import Testing

@testable import ReducerCheck

/// A sheet that is opened by the reducer which presents it, and closed by another.
private struct Presenter: Reducer {
  struct State {
    @PresentationState var sheet: Sheet?
  }
  struct Sheet: Equatable {}
  enum Action: CasePathable {
    case open
    case close
    case sheet(PresentationAction<Never>)

    struct AllCasePaths: Sendable {
      var sheet: AnyCasePath<Action, PresentationAction<Never>> {
        AnyCasePath(embed: Action.sheet) { if case .sheet(let a) = $0 { a } else { nil } }
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .open = action { state.sheet = Sheet() }
      return .none
    }
    .ifLet(\.$sheet, action: \.sheet) { EmptyReducer<Sheet, Never>() }
    Reduce { state, action in
      if case .close = action { state.sheet = nil }
      return .none
    }
  }
}

extension Moment {
  fileprivate var isDismissable: Bool {
    erased.configuration.ledger.entries.contains { $0.birth.isPresentation }
  }
}

private let presenter = Spec("Presenter", of: Presenter(), startingAt: Presenter.State())
  .sending { state in state.sheet == nil ? [.open] : [.close] }
  .cancellable()
  .always("open implies dismissable") { ($0.sheet != nil).implies($0.isDismissable) }
  .step("what is opened is dismissable") { step in
    (step.before.sheet == nil && step.after.sheet != nil).implies(step.after.isDismissable)
  }
  .never("open and at rest") { $0.isQuiescent && $0.sheet != nil && $0.isDismissable }

@Suite struct `What was presented is part of a configuration` {
  @Test func `it is remembered apart from the state's equality`() throws {
    let explored = try explored(presenter)
    #expect(explored.closed)
    #expect(explored.count == 5)
    #expect(
      explored.traces["open implies dismissable"] == [
        "send open", "cancel everything open has started",
      ])
    #expect(
      explored.traces["what is opened is dismissable"]
        == ["send open", "send close", "cancel everything open has started", "send open"])
  }

  @Test func `what is remembered of a child is a value, and is compared`() {
    struct Sheet: Identifiable { var id: String }
    struct Screen { @PresentationState var sheet: Sheet? }
    func screen(remembering id: String) -> ErasedState {
      var screen = Screen(sheet: Sheet(id: "a"))
      let child: Sheet? = Sheet(id: id)
      screen.$sheet.presented = ChildIdentification<Sheet>().identity(of: child)
      return ErasedState(screen)
    }
    #expect(screen(remembering: "a").notices.isEmpty)
    #expect(screen(remembering: "a").words == screen(remembering: "a").words)
    #expect(screen(remembering: "a").words != screen(remembering: "b").words)
  }

  @Test func `a presentation is nothing that quiescence waits for`() throws {
    #expect(try explored(presenter).length(of: "open and at rest") == 1)
  }
}

/// A stack of features that leave by themselves.
private struct Tower: Reducer {
  struct State { var floors = StackState<Int>() }
  enum Action: CasePathable {
    case build
    case floors(StackAction<Int, FloorAction>)

    struct AllCasePaths: Sendable {
      var floors: AnyCasePath<Action, StackAction<Int, FloorAction>> {
        AnyCasePath(embed: Action.floors) { if case .floors(let a) = $0 { a } else { nil } }
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }
  enum FloorAction { case leave }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .build = action { state.floors.append(0) }
      return .none
    }
    .forEach(\.floors, action: \.floors) {
      Reduce { _, _ in
        @Dependency(\.dismiss) var dismiss
        return .run { [dismiss] _ in await dismiss() }
      }
    }
  }
}

@Suite struct `Stacks under the harness` {
  @Test func `ids are drawn from the configuration, and those of floors that left stay unused`()
    throws
  {
    let spec = Spec("Tower", of: Tower(), startingAt: Tower.State())
      .sending { state in
        [.build] + state.floors.ids.map { .floors(.element(id: $0, action: .leave)) }
      }
      .never("the middle one left") { $0.floors.ids == [0, 2] }
      .never("a number twice") { Set($0.floors.ids).count < $0.floors.ids.count }
      .never("a floor above one that left") { $0.floors.ids == [1] }
    let explored = try explored(spec, depth: 4)
    #expect(
      explored.traces.keys.sorted() == ["a floor above one that left", "the middle one left"])
    #expect(explored.length(of: "the middle one left") == 4)
    #expect(explored.length(of: "a floor above one that left") == 3)
  }
}
