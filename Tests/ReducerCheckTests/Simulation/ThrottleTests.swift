import Reducers
import Testing

@testable import ReducerCheck

/// A lamp whose switch is throttled.
private struct Lamp: Reducer {
  struct State { var isOn = false }
  enum Action { case toggle, toggled }
  enum ID { case lamp }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .toggle: return .send(.toggled).throttle(id: ID.lamp, for: .seconds(1), latest: true)
    case .toggled:
      state.isOn.toggle()
      return .none
    }
  }
}

@Suite struct `What outlives effects is part of a configuration` {
  @Test func `a throttle window is closed, open, or open with an action waiting`() throws {
    let spec = Spec("Lamp", of: Lamp(), startingAt: Lamp.State()).sending(.toggle)
    let explored = try explored(spec)
    #expect(explored.count == 6)
    #expect(explored.closed)
  }
}
