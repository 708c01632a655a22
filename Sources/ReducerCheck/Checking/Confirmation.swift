import Reducers
import TransitionSystems

/// A place where the abstract machine and the live store differ, which is an error of ours.
struct Disagreement {
  /// The event after which they differ, counted from 1; 0 for the start.
  let event: Int
  let abstract: String
  let live: String

  var description: String {
    """
    Internal error: the abstract machine and the live store disagree after event \(event).
      abstract: \(abstract)
      live:     \(live)
    Please report this together with the trace.
    """
  }
}

extension TraceRunner {
  /// Runs a trace on the live `Store` under a controlled scheduler, beside the abstract machine.
  ///
  /// - Returns: Where they differ; nil if they agree on every state and everything in flight.
  func confirm(_ trace: Trace) -> Disagreement? {
    let run = self.run(trace, until: "nothing", recording: true)
    let states = machine.model.initialStates
    let world = World()
    let live = LiveRun(machine.model, world, from: states[min(trace.start, states.count - 1)])
    defer { live.end() }
    for index in run.configurations.indices {
      if index > 0 {
        let (event, report) = run.steps[index - 1]
        _ = live.apply(
          event, late: report.late, decisions: .scripted(report.decisions.significant))
      }
      let (abstract, actual) = (run.configurations[index], live.configuration)
      if !abstract.agrees(with: actual) {
        return Disagreement(event: index, abstract: abstract.picture, live: actual.picture)
      }
    }
    return nil
  }
}

extension TraceRunner {
  /// Whether the live store can be held against the machine on a trace: not where an effect goes
  /// on after its closure has returned, or escapes control.
  func isConfirmable(_ trace: Trace) -> Bool {
    run(trace, until: "nothing", recording: true).configurations.allSatisfy { configuration in
      configuration.ledger.entries.allSatisfy { entry in
        guard let node = entry.state?.node else { return true }
        return !node.isOpaque && !node.isDetached
          && node.calls.allSatisfy { $0.endpoint !== Endpoint.realSleep }
      }
    }
  }
}

extension Configuration {
  /// Whether states are equal and the same effects wait for the same things.
  func agrees(with other: Configuration) -> Bool {
    state.words == other.state.words
      && structuralWords(ofDynamic: model) == structuralWords(ofDynamic: other.model)
      && effectsPicture == other.effectsPicture
  }

  /// The state and what is in flight, for a person to compare.
  var picture: String {
    "\(describe(state.any)), in flight: [\(effectsPicture.joined(separator: "; "))]"
  }

  /// Each effect: what it waits for, what it may be cancelled by, whether it drains.
  var effectsPicture: [String] {
    ledger.entries.map { entry in
      let waits = (entry.state?.waitsFor ?? []).sorted().joined(separator: ", ")
      let ids = entry.ids.map(\.text).joined(separator: ", ")
      let draining = entry.phase == .draining ? " draining" : ""
      return "#\(entry.id)\(draining) [\(ids)] \(waits)"
    }
  }
}
