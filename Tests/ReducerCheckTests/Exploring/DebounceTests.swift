import Reducers
import Testing

@testable import ReducerCheck

/// A lamp that is switched once the taps have ceased for a second.
private struct Lamp: Reducer {
  struct State: Equatable { var isOn = false }
  enum Action: Equatable { case tap, toggle }
  enum ID { case toggle }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .tap: return .send(.toggle).debounce(id: ID.toggle, for: .seconds(1))
    case .toggle: state.isOn.toggle()
    }
    return .none
  }
}

@Suite struct `A debounced effect` {
  @Test(arguments: [1, 2]) func `closes where its state does`(workers: Int) throws {
    let spec = Spec("Lamp", of: Lamp(), startingAt: Lamp.State()).sending(.tap)
      .always("at most one waits") { $0.inFlight.count < 2 }
    let result = try searched(spec, ExplorationLimits(workers: workers))
    // On or off, and waiting or not: to tap again starts the same second anew.
    #expect(result.configurations == 4)
    #expect(result.isClosed && result.findings.isEmpty && result.reservations.isEmpty)
  }
}
