import Reducers
import Testing

@Suite struct OnChangeTests {
  struct State {
    var value = 0
    var log: [String] = []
  }
  enum Action {
    case set(Int)
    case logged
  }

  private var base: Reduce<State, Action> {
    Reduce { state, action in
      if case .set(let value) = action { state.value = value }
      return .send(.logged)
    }
  }

  @Test func `a change runs the closure once, after the reducer, with old and new value`() {
    let reducer = base.onChange(of: \.value) { old, state in
      state.log.append("\(old) → \(state.value)")
      state.value += 100
      return .send(.set(7))
    }
    var state = State()
    let effect = reducer.reduce(into: &state, action: .set(1))
    #expect(text(effect) == ["logged", "set(7)"])
    #expect(state.log == ["0 → 1"])
    #expect(state.value == 101)
  }

  @Test func `no change runs nothing`() {
    let reducer = base.onChange(of: \.value) { _, state in
      state.log.append("changed")
      return .none
    }
    var state = State()
    #expect(text(reducer.reduce(into: &state, action: .set(0))) == ["logged"])
    #expect(state.log.isEmpty)
  }

  @Test func `a change runs a reducer made from old and new value`() {
    let reducer = base.onChange(of: \.value) { old, new in
      Reduce { state, action in
        state.log.append("\(old) → \(new) by \(action)")
        return .send(.set(8))
      }
    }
    var state = State()
    #expect(text(reducer.reduce(into: &state, action: .set(1))) == ["logged", "set(8)"])
    #expect(state.log == ["0 → 1 by set(1)"])
  }

  @Test func `an outer observer sees what an inner one changed`() {
    let reducer =
      base
      .onChange(of: \.value) { _, state in
        state.value *= 10
        return .none
      }
      .onChange(of: \.value) { old, state in
        state.log.append("\(old) → \(state.value)")
        return .none
      }
    var state = State()
    _ = reducer.reduce(into: &state, action: .set(1))
    #expect(state.log == ["0 → 10"])
  }
}
