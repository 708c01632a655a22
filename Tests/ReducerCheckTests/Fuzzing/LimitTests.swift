import Reducers
import Testing

@testable import ReducerCheck

/// Loads as often as it is asked to.
private struct Loads: Reducer {
  struct State { var loads = 0 }
  enum Action { case load, loaded }

  @Dependency(\.backend) var backend

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .load:
      state.loads += 1
      return .run { send in
        await backend.g()
        await send(.loaded)
      }
    case .loaded:
      state.loads -= 1
      return .none
    }
  }
}

@Suite struct `A limit on effects in flight` {
  /// A second load leads past it.
  @Test func `keeps what lies past it from being reached, by fuzzing and by a search`() {
    let spec = Spec("Loads", of: Loads(), startingAt: Loads.State())
      .answering()
      .sending(.load)
      .inFlight(atMost: 1)
      .reachable("one load") { $0.loads == 1 }
      .reachable("two loads") { $0.loads == 2 }
      .never("two loads at once") { $0.loads == 2 }
    let session = SpecSession(spec: spec.erased)
    for report in [
      session.fuzz(seed: 1, limits: FuzzLimits(walks: 20)),
      session.explore(ExplorationLimits(workers: 1, keepsGoing: true)),
    ] {
      #expect(report.properties.map(\.verdict) == [.reached, .inconclusive, .held])
    }
  }
}
