import Reducers
import Testing

@testable import ReducerCheck

/// Calls the same with the same arguments from two lines.
private struct TwoLines: Reducer {
  struct State { var answers: [String] = [] }
  enum Action {
    case ask
    case answer(String)
  }

  @Dependency(\.backend) var backend

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .ask:
      return .merge(
        .run { send in
          await backend.g()
          await send(.answer("one"))
        },
        .run { send in
          await backend.g()
          await send(.answer("other"))
        })
    case .answer(let text):
      state.answers.append(text)
      return .none
    }
  }
}

@Suite struct `An effect is named by its line` {
  @Test func `where others wait for the same call`() throws {
    let spec = Spec("TwoLines", of: TwoLines(), startingAt: TwoLines.State())
      .answering()
      .sending(.ask)
      .inFlight(atMost: 2)
      .never("the other comes first") { $0.answers.first == "other" }
    try onHarnessThread {
      let run = try SpecRun(spec.erased)
      let result = try run.searched(ExplorationLimits(depth: 2, workers: 1))
      let found = try #require(result.findings.first)
      let again = run.machine.perform {
        let runner = TraceRunner(machine: run.machine)
        return runner.run(
          runner.trace(of: found.path), until: found.violation.demand, exactly: true)
      }
      #expect(again.violation?.name == "the other comes first")
    }
    let report = SpecSession(spec: spec.erased).explore(ExplorationLimits(depth: 2, workers: 1))
    #expect(report.properties.map(\.length) == [2])
  }
}
