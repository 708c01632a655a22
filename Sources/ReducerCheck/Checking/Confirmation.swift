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
          event.aimed(from: run.configurations[index - 1], at: live.configuration),
          late: report.late, decisions: .scripted(report.decisions.withoutLate))
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
  /// on after its closure has returned, or escapes control, nor where the machine registers effects
  /// otherwise.
  func isConfirmable(_ trace: Trace) -> Bool {
    if machine.model.schedulesEffects { return false }
    return run(trace, until: "nothing", recording: true).configurations.allSatisfy {
      configuration in
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

extension Event {
  /// The event that means in a live run what this one means in a configuration.
  ///
  /// Within an effect calls and sends are numbered as its tasks come to them, which is not the
  /// same in both where several run at once; so they are found by what they say.
  func aimed(from c: Configuration, at live: Configuration) -> Event {
    func call(_ effect: Int, _ serial: Int) -> Int {
      counterpart(of: serial, c.ledger.entry(effect), live.ledger.entry(effect)) { node in
        node.calls.map { ($0.serial, $0.text) }
      }
    }
    switch self {
    case .resolve(let effect, let serial, let outcome):
      return .resolve(effect: effect, call: call(effect, serial), outcome: outcome)
    case .serve(let effect, let serial): return .serve(effect: effect, call: call(effect, serial))
    case .advance(let effect, let serial):
      return .advance(effect: effect, call: call(effect, serial))
    case .deliver(let effect, let serial):
      let send = counterpart(of: serial, c.ledger.entry(effect), live.ledger.entry(effect)) {
        $0.sends.map { ($0.serial, describe($0.action)) }
      }
      return .deliver(effect: effect, send: send)
    case .send, .serveOrphan, .idle, .cancel, .move: return self
    }
  }
}

private func counterpart(
  of serial: Int, _ entry: EffectLedger.Entry?, _ other: EffectLedger.Entry?,
  _ pending: (Node) -> [(serial: Int, text: String)]
) -> Int {
  guard let node = entry?.state?.node, let otherNode = other?.state?.node else { return serial }
  let (theirs, ours) = (pending(node), pending(otherNode))
  guard let text = theirs.first(where: { $0.serial == serial })?.text else { return serial }
  let place = theirs.filter { $0.text == text }.firstIndex { $0.serial == serial } ?? 0
  let alike = ours.filter { $0.text == text }
  return alike.indices.contains(place) ? alike[place].serial : serial
}
