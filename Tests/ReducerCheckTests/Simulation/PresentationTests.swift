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
  @Test func `ids are drawn from the configuration, and a floor that leaves takes those above`()
    throws
  {
    let spec = Spec("Tower", of: Tower(), startingAt: Tower.State())
      .sending { state in
        let leaves = state.floors.ids.map { Tower.Action.floors(.element(id: $0, action: .leave)) }
        return (state.floors.ids.last?.generation ?? -1) < 2 ? [.build] + leaves : leaves
      }
      .always("ids count up from zero") { moment in
        let ids = moment.floors.ids.map(\.generation)
        return ids == ids.sorted() && Set(ids).count == ids.count
      }
      .never("the fourth") { $0.floors.ids.contains(3) }
      .never("left in the middle") { $0.floors.ids == [0, 2] }
    let explored = try explored(spec)
    #expect(explored.traces.keys.sorted() == [])
  }
}
