import Testing

@testable import ReducerCheck

/// Explores a spec on a thread of the harness, and expects the search to see the same.
func explored<State, Action>(
  _ spec: Spec<State, Action>, depth: Int = .max, cap: Int? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> NaiveExplorer {
  let naive = try onHarnessThread { try NaiveExplorer(spec, depth: depth, cap: cap) }
  guard naive.closed || depth < .max else { return naive }
  let found = try searched(
    spec,
    ExplorationLimits(
      depth: depth < .max ? depth : nil, inFlight: cap ?? 100, workers: 1, keepsGoing: true))
  #expect(found.countsByDepth == naive.countsByDepth, sourceLocation: sourceLocation)
  #expect(found.isClosed == naive.closed, sourceLocation: sourceLocation)
  let lengths = found.findings.filter { $0.violation.kind != "reachable" }
    .map { ($0.violation.name, $0.path.steps.count) }
  #expect(
    Dictionary(lengths) { $1 } == naive.traces.mapValues(\.count), sourceLocation: sourceLocation)
  return naive
}

/// What fuzzing finds of a spec, each counterexample run on the live store: where the store and the
/// abstract machine disagree, which they must not.
func disagreements<State, Action>(_ spec: Spec<State, Action>) throws -> [String] {
  let outcome = try onHarnessThread {
    try SpecRun(spec.erased).fuzz(seed: 1, limits: FuzzLimits(walks: 60))
  }
  #expect(!outcome.counterexamples.isEmpty)
  return outcome.counterexamples.compactMap { $0.disagreement?.description }
}

extension NaiveExplorer {
  /// The shortest trace to a finding of the kind whose name starts so; nil where there is none.
  func trace(toFinding name: String) -> [String]? {
    traces.keys.sorted().first { $0.hasPrefix(name) }.flatMap { traces[$0] }
  }
}

extension Moment {
  /// Whether a call of an endpoint is pending, in an effect that was cancelled too.
  func isPending(_ endpoint: String) -> Bool {
    erased.configuration.ledger.entries.contains { entry in
      entry.state?.node.calls.contains { $0.endpoint.name == endpoint } ?? false
    }
  }

  /// How many sleeps end at the earliest deadline.
  var sleepsDue: Int {
    let deadline = erased.configuration.earliestDeadline
    return erased.configuration.ledger.entries.reduce(0) { sum, entry in
      sum + (entry.state?.sleeps.count { $0.remaining == deadline } ?? 0)
    }
  }
}
