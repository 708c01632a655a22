import Reducers
import Testing

@testable import ReducerCheck

/// Screens pushed one on another, two at most.
private struct Stacked: Reducer {
  struct Screen: Reducer {
    struct State: Equatable { var isMarked = false }
    enum Action: Equatable { case mark }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.isMarked = true
      return .none
    }
  }

  struct State: Equatable { var path = StackState<Screen.State>() }

  @CasePathable
  enum Action {
    case push
    case path(StackActionOf<Screen>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .push = action { state.path.append(Screen.State()) }
      return .none
    }
    .forEach(\.path, action: \.path) { Screen() }
  }

  static func spec(marking: Bool) -> Spec<State, Action> {
    Spec("Stacked", of: Stacked(), startingAt: State())
      .sending { state in
        let push: [Action] = state.path.count < 2 ? [.push] : []
        let pop = state.path.ids.last.map { [Action.path(.popFrom(id: $0))] } ?? []
        let marks =
          marking ? state.path.ids.map { Action.path(.element(id: $0, action: .mark)) } : []
        return push + pop + marks
      }
  }
}

@Suite struct `Ids of stack elements` {
  @Test func `count up for ever`() throws {
    let result = try searched(
      Stacked.spec(marking: false), ExplorationLimits(depth: 5, workers: 1))
    #expect(result.countsByDepth == [1, 2, 4, 6, 9, 12])
  }

  @Test(arguments: [1, 2])
  func `close where they are said to be opaque`(workers: Int) throws {
    let result = try searched(
      Stacked.spec(marking: false).opaqueStackIDs(), ExplorationLimits(workers: workers))
    #expect(result.configurations == 3)
    #expect(result.isClosed && result.reservations.isEmpty)
  }

  @Test func `keep what belongs to them`() throws {
    let result = try searched(
      Stacked.spec(marking: true).opaqueStackIDs(), ExplorationLimits(workers: 1))
    // Nothing, one screen marked or not, two screens each marked or not.
    #expect(result.configurations == 1 + 2 + 4)
    #expect(result.isClosed)
  }

  @Test func `cannot be opaque where the spec writes one out`() {
    let spec = Stacked.spec(marking: false).sending(.path(.popFrom(id: 0))).opaqueStackIDs()
    #expect {
      try searched(spec)
    } throws: { error in
      "\(error)".contains("says that the ids of stack elements are opaque, but sends")
    }
  }
}
