import ReducerCheck
import Reducers
import Testing

/// A state that is not altogether a value.
private struct Shared: Reducer, Sendable {
  final class Box: @unchecked Sendable {
    // Sendable holds because the test that makes it runs on one thread at a time.
    var count = 0
  }

  struct State {
    var name = ""
    var box = Box()
  }

  enum Action { case add }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.box.count += 1
    return .none
  }
}

@Suite struct `A reference inside State` {
  @Test func `is named in a note`() {
    let spec = Spec("Shared", of: Shared(), startingAt: Shared.State()).sending(.add)
    #expect(
      TestRun(of: spec, walks: 5).report.notes == [
        "State holds a reference or a closure at \"box\": it is compared by identity, and a change "
          + "of it is seen by every copy of the state. Make it a value."
      ])
  }
}

/// Takes the first of a set, whichever that is.
private struct Unordered: Reducer, Sendable {
  struct State: Equatable {
    var names: Set<Int> = []
    var queue: [Int] = []
  }

  enum Action: Equatable { case add, take }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .add: state.names.insert(state.names.count)
    case .take: state.queue = Array(state.names)
    }
    return .none
  }
}

@Suite struct `The order of a set` {
  @Test func `makes a reducer impure that depends on it`() {
    let spec = Spec("Unordered", of: Unordered(), startingAt: Unordered.State())
      .sending(.add, .take)
    let findings = TestRun(of: spec, walks: 200).report.findings
    #expect(findings.map(\.kind) == ["impureReducer"])
  }
}
