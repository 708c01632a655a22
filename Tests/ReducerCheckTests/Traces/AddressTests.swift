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

  @Test func `and one past the last of its line is no other`() throws {
    let spec = Spec("TwoLines", of: TwoLines(), startingAt: TwoLines.State())
      .answering().sending(.ask).inFlight(atMost: 2)
      .never("the other comes first") { $0.answers.first == "other" }
    let session = SpecSession(spec: spec.erased)
    let report = session.fuzz(seed: 1, limits: FuzzLimits(walks: 50))
    var trace = try #require(report.properties.first.flatMap { TraceFile($0) })
    #expect(session.replay(trace, named: "x.json").outcome == .failsAgain)
    let last = trace.events.count - 1
    trace.events[last].address?.ordinal = 1
    let stale = session.replay(trace, named: "x.json")
    #expect(stale.outcome == .stale)
    #expect(stale.message.contains("can no longer happen there"))
  }
}

/// Loads, and rings a bell at most once a second.
private struct LoadAndRing: Reducer {
  struct State { var rings = 0 }
  enum Action { case load, ring, rang }

  @Dependency(\.backend) var backend

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .load: return .run { _ in await backend.g() }
    case .ring: return .send(.rang).throttle(id: "bell", for: .seconds(1), latest: true)
    case .rang:
      state.rings += 1
      return .none
    }
  }
}

@Suite struct `What the outside cancels is named by the action that started it` {
  /// What cancelling means after a trace went through a file.
  private func cancelled(after actions: [LoadAndRing.Action], group: Int) throws -> Event? {
    let spec = Spec("LoadAndRing", of: LoadAndRing(), startingAt: .init())
      .answering().cancellable().sending(.load, .ring)
    return try onHarnessThread {
      let machine = Simulation(try FeatureModel(spec.erased))
      return machine.perform {
        var configuration = machine.start(from: machine.model.initialStates[0])
        for action in actions {
          _ = machine.apply(.send(action, source: 0, choices: []), to: &configuration)
        }
        let event = TraceEvent(
          .cancel(group: group), decisions: .first, in: configuration, machine)
        return StoredEvent(event).traceEvent.locate(in: configuration, machine, exactly: true)
      }
    }
  }

  @Test(arguments: 1...3)
  func `and by age among the same`(group: Int) throws {
    guard case .cancel(group) = try cancelled(after: [.load, .load, .load], group: group) else {
      Issue.record("another group")
      return
    }
  }

  @Test func `where only a throttle's clock is left of it`() throws {
    guard case .cancel(group: 1) = try cancelled(after: [.ring, .load], group: 1) else {
      Issue.record("another group, or none")
      return
    }
  }
}
