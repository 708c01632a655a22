import Reducers
import Testing

@testable import ReducerCheck

private func dismissed(_ semantics: EffectSemantics) -> any Checkable {
  Spec("Dismissed", of: DismissedChild(), startingAt: .init()).working(semantics)
    .sending { $0.child == nil ? [.open] : [.dismiss] }
    .never("an action for a child that is gone") { $0.wasLate }
}

private func downloads(_ semantics: EffectSemantics) -> any Checkable {
  Spec("Downloads", of: Downloads(), startingAt: .init()).working(semantics)
    .sending { state in
      guard state.hasStarted else { return [.startAll] }
      return ["a", "b"].filter { !state.cancelled.contains($0) }.map { .cancel($0) }
    }
    // What was done before its cancellation is another matter.
    .step("nothing is done that was cancelled") { step in
      step.before.cancelled.isDisjoint(with: step.after.done.dropFirst(step.before.done.count))
    }
}

private func runAndCancel(_ semantics: EffectSemantics) -> any Checkable {
  Spec("RunAndCancel", of: RunAndCancel(), startingAt: .init()).working(semantics)
    .sending { $0.count == 0 ? [.trigger] : [] }
    .never("counted") { $0.count > 0 }
}

private func latest(_ semantics: EffectSemantics) -> any Checkable {
  Spec("Latest", of: LatestRequest(), startingAt: .init()).working(semantics)
    .sending { $0.asked < 2 ? [.ask] : [] }
    .quiescent("the last is shown") { $0.shown == $0.asked }
}

private func whole(_ semantics: EffectSemantics, _ first: Whole.Action) -> any Checkable {
  Spec("Whole", of: Whole(), startingAt: .init()).working(semantics).starting(with: first)
    .sending { $0.isCancelled ? [] : [.cancel] }
    .never("cancelled, and done once") { $0.isCancelled && $0.count == 1 }
    .never("cancelled, and done twice") { $0.isCancelled && $0.count == 2 }
}

/// The lengths of the shortest ways to break or reach each demand within a depth, over all
/// sequences of events: nothing is merged.
private func lengthsWithoutMerging(_ spec: any Checkable, depth: Int) throws -> [String: Int] {
  try onHarnessThread {
    let machine = Simulation(try FeatureModel(spec.erased, maxInFlight: 3))
    var result: [String: Int] = [:]
    var checker = Checker(machine)
    func visit(_ configuration: Configuration, _ length: Int) {
      if length == depth { return }
      var events: [Event] = []
      machine.events(in: configuration, into: &events)
      for event in events {
        var script: [Int]? = []
        while let current = script {
          var next = configuration
          let step = checker.step(event, from: &next, decisions: .scripted(current))
          script = step.report.decisions.successor
          for violation in step.violations {
            result[violation.name] = min(result[violation.name] ?? .max, length + 1)
          }
          visit(next, length + 1)
        }
      }
    }
    machine.perform {
      for state in machine.model.initialStates { visit(machine.start(from: state), 0) }
    }
    return result
  }
}

@Suite struct `Effects that are registered when they start` {
  private func search(_ spec: any Checkable, workers: Int = 1) throws -> Exploration {
    try searched(spec, ExplorationLimits(inFlight: 3, workers: workers, keepsGoing: true))
  }

  private func trace(_ spec: any Checkable) throws -> [String] {
    try onHarnessThread {
      let run = try SpecRun(spec.erased, inFlight: 3)
      let found = try run.searched(ExplorationLimits(inFlight: 3, workers: 1))
      let runner = TraceRunner(machine: run.machine)
      guard let first = found.findings.first else { return [] }
      return run.machine.perform {
        runner.trace(of: first.path).events.map { "\($0.kind.rawValue) \($0.subject)" }
      }
    }
  }

  @Test func `B15: a cancellation before the start is missed`() throws {
    #expect(
      try trace(dismissed(.tca)) == [
        "send open", "send dismiss", "resolve effect.start() → ()",
        "resolve work(\"task\") → ()",
      ])
    #expect(try trace(dismissed(.atOnce)) == [])
  }

  @Test func `B26: an item that waits in a concatenation cannot be cancelled`() throws {
    #expect(
      try trace(downloads(.tca)) == [
        "send startAll", "send cancel(\"a\")", "resolve effect.start() → ()",
        "resolve work(\"a\") → ()",
      ])
    let after = Spec("Downloads", of: Downloads(), startingAt: .init()).working(.tca)
      .sending { $0.hasStarted ? [.cancel("b")] : [.startAll] }
      .never("b is done") { $0.done.contains("b") && $0.cancelled.contains("b") }
    #expect(
      try trace(after) == [
        "send startAll", "send cancel(\"b\")", "resolve effect.start() → ()",
        "resolve work(\"a\") → ()", "resolve effect.start() → ()", "resolve work(\"b\") → ()",
      ])
    #expect(try trace(downloads(.atOnce)) == [])
  }

  @Test func `B51: a cancellation in the same step is missed`() throws {
    #expect(
      try trace(runAndCancel(.tca)) == [
        "send trigger", "resolve effect.start() → ()", "resolve work(\"task\") → ()",
      ])
    #expect(try trace(runAndCancel(.atOnce)) == [])
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `fuzzing finds it too, and replays it by its names`(_ seed: UInt64) throws {
    let outcome = try onHarnessThread {
      try SpecRun(dismissed(.tca).erased).fuzz(seed: seed, limits: FuzzLimits(walks: 200))
    }
    let found = try #require(outcome.counterexamples.first)
    #expect(found.trace.events.map(\.kind) == [.send, .send, .resolve, .resolve])
    #expect(!found.isConfirmed && found.disagreement == nil)
    let report = try onHarnessThread {
      Reporter(run: try SpecRun(dismissed(.tca).erased)).report(outcome)
    }
    #expect(report.notes.contains { $0.contains("scheduled, then started") })
  }

  @Test func `whoever starts last wins, not whoever was asked last`() throws {
    let found = try search(latest(.tca))
    #expect(found.isClosed)
    // Both are asked, the second starts first, and the first cancels it.
    #expect(found.length(of: "the last is shown") == 5)
    #expect(try search(latest(.atOnce)).findings.isEmpty)
  }

  @Test(arguments: [false, true])
  func `what is debounced or throttled is registered at once`(throttles: Bool) throws {
    let spec = Spec("Saving", of: Saving(throttles: throttles), startingAt: .init()).working(.tca)
      .sending { $0.typed < 2 ? [.type] : [] }
      .quiescent("the last is saved") { $0.saved == $0.typed }
    let found = try search(spec)
    #expect(found.isClosed)
    #expect(found.findings.map(\.violation.name) == [])
    let cancelled = Spec("Saving", of: Saving(throttles: throttles), startingAt: .init())
      .working(.tca).sending { $0.typed < 2 ? [.typeAndCancel] : [] }
      .never("saved") { $0.saved > 0 }
    #expect(try search(cancelled).findings.map(\.violation.name) == [])
  }

  @Test func `what is registered as a whole is registered by the first of it that starts`() throws {
    let chain = try search(whole(.tca, .chain))
    // A cancellation before the start misses all of it.
    #expect(chain.length(of: "cancelled, and done once") == 3)
    #expect(chain.length(of: "cancelled, and done twice") == 5)
    let both = try search(whole(.tca, .both))
    #expect(both.length(of: "cancelled, and done twice") == 5)
    for first in [Whole.Action.chain, .both] {
      #expect(try search(whole(.atOnce, first)).length(of: "cancelled, and done twice") == 3)
    }
  }

  @Test(arguments: [Whole.Action.chain, .both])
  func `once a part of it runs, a cancellation finds all of it`(_ first: Whole.Action) throws {
    try onHarnessThread {
      let machine = Simulation(try FeatureModel(whole(.tca, first).erased, maxInFlight: 3))
      machine.perform {
        var configuration = machine.start(from: machine.model.initialStates[0])
        for kind in [EventKind.resolve, .send] {
          var events: [Event] = []
          machine.events(in: configuration, into: &events)
          guard let event = events.first(where: { $0.kind == kind }) else { continue }
          #expect(configuration.ledger.countInFlight == (first == .both ? 2 : 1))
          _ = machine.apply(event, to: &configuration)
        }
        #expect(configuration.ledger.countInFlight == 0)
        #expect(configuration.ledger.begunSites.isEmpty)
      }
    }
  }

  @Test func `nothing is merged that differs, and workers agree`() throws {
    let specs = [
      dismissed(.tca), downloads(.tca), runAndCancel(.tca), latest(.tca), whole(.tca, .chain),
      whole(.tca, .both),
    ]
    for spec in specs {
      let one = try search(spec)
      let lengths = Dictionary(
        one.findings.map { ($0.violation.name, $0.path.steps.count) }, uniquingKeysWith: min)
      let known = try lengthsWithoutMerging(spec, depth: 6)
      for name in Set(lengths.keys).union(known.keys).sorted() {
        let length = lengths[name].flatMap { $0 <= 6 ? $0 : nil }
        #expect(length == known[name], "\(spec.erased.name): \(name)")
      }
      let two = try search(spec, workers: 2)
      #expect(one.countsByDepth == two.countsByDepth)
      #expect(one.generated == two.generated)
    }
  }

  @Test func `a feature whose effects run elsewhere has no say in it`() throws {
    let spec = Spec<Int, Int>.foreign("Elsewhere", startingAt: 0) { _ in
      (reduce: { _, _ in }, run: { (_: Void, _) in })
    }
    .sending(1).semantics(.tca)
    #expect(throws: SpecificationError.self) { try SpecRun(spec.erased) }
  }
}
