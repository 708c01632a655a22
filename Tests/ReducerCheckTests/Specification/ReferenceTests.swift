import Reducers
import Testing

@testable import ReducerCheck

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

/// Keeps objects, which lie somewhere else in each process.
private struct Collector: Reducer, Sendable {
  final class Thing: @unchecked Sendable {}

  struct State {
    var things: [Thing] = []
    var turn = 0
  }

  enum Action { case make, drop, next }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .make: state.things.append(Thing())
    case .drop: _ = state.things.popLast()
    case .next: state.turn = (state.turn + 1) % 7
    }
    return .none
  }
}

@Suite struct `Walks of a state that holds objects` {
  @Test func `are the same wherever those lie`() throws {
    func walked() throws -> [Int] {
      let spec = Spec("Collector", of: Collector(), startingAt: Collector.State())
        .sending(.make, .drop, .next)
      return try onHarnessThread {
        let run = try SpecRun(spec.erased)
        return run.fuzz(seed: 5, limits: FuzzLimits(walks: 400)).coverage.actions.map(\.sent)
      }
    }
    var others: [Collector.Thing] = []
    let first = try walked()
    // What is free now lies between what is not.
    others = (0..<5_000).map { _ in Collector.Thing() }
    for index in stride(from: 4_998, through: 0, by: -2) { others.remove(at: index) }
    #expect(try walked() == first)
    #expect(others.count == 2_500)
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
