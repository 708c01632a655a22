@testable import ReducerCheck

/// Explores a spec on a thread of the harness.
func explored<State, Action>(
  _ spec: Spec<State, Action>, depth: Int = .max, cap: Int? = nil
) throws -> NaiveExplorer {
  try onHarnessThread { try NaiveExplorer(spec, depth: depth, cap: cap) }
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
