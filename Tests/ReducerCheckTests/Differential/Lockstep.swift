import ControlledExecution
import Reducers
import TransitionSystems

@testable import ReducerCheck

/// The abstract machine and the live store, walked side by side.
///
/// A walk is a list of picks: each chooses one of the events enabled and seeds the choices inside
/// the step, so that a walk that disagrees is shortened by leaving picks out.
struct Lockstep {
  /// Where the two parted.
  struct Failure {
    var picks: [UInt64]
    var trace: [String] = []
    var abstract = ""
    var live = ""

    var text: String {
      let events = trace.enumerated().map { "  \($0 + 1). \($1)" }.joined(separator: "\n")
      return "\(events)\nabstract:\n\(abstract)\nlive:\n\(live)"
    }
  }

  let machine: Simulation
  private(set) var events = 0
  private(set) var kinds: [EventKind: Int] = [:]
  /// Walks given up where an effect was found that depends on the order of threads.
  private(set) var abandoned = 0

  init(_ spec: AnySpec) throws {
    machine = Simulation(try FeatureModel(spec))
  }

  /// Walks along `picks`; the first difference, if there is one.
  mutating func walk(_ picks: [UInt64]) -> Failure? {
    let start = machine.model.initialStates[0]
    var configuration = machine.start(from: start)
    let live = LiveRun(machine.model, World(), from: start)
    defer { live.end() }
    var failure = Failure(picks: picks)
    for pick in picks {
      guard let (event, next, report) = step(from: configuration, pick) else { continue }
      if report.findings.contains(where: \.endsComparison) {
        abandoned += 1
        return nil
      }
      events += 1
      kinds[event.kind, default: 0] += 1
      let named = TraceEvent(event, decisions: report.decisions, in: configuration, machine)
      failure.trace.append(
        "\(named.kind.rawValue) \(named.subject) \(report.decisions.labelled)")
      let actual = live.apply(
        event.aimed(from: configuration, at: live.configuration), late: report.late,
        decisions: .scripted(report.decisions.withoutLate))
      configuration = next
      let other = live.configuration
      failure.abstract = configuration.lockstepPicture + report.lockstepPicture
      failure.live = other.lockstepPicture + actual.lockstepPicture
      if failure.abstract != failure.live || !configuration.agrees(with: other) {
        failure.abstract += describe(configuration.state.any)
        failure.live += describe(other.state.any)
        return failure
      }
    }
    return nil
  }

  /// An event that a pick chooses, and where it leads; nil where there is none within the limits.
  private func step(
    from configuration: Configuration, _ pick: UInt64
  ) -> (Event, Configuration, Machine.Report)? {
    var random = RandomSource(seed: pick)
    var enabled: [Event] = []
    machine.events(in: configuration, into: &enabled)
    let sends = enabled.filter { $0.kind == .send }
    let others = enabled.filter { $0.kind != .send }
    let pool = others.isEmpty || random.uniform(upTo: 3) == 0 ? sends : others
    guard !pool.isEmpty else { return nil }
    let event = pool[Int(random.uniform(upTo: UInt64(pool.count - 1)))]
    var next = configuration
    let report = machine.apply(event, to: &next, decisions: .random(seed: random.next()))
    return machine.isRefused(next) ? nil : (event, next, report)
  }

  /// Leaves out picks, in ever smaller runs, for as long as the walk still disagrees.
  mutating func shrink(_ failure: Failure) -> Failure {
    var best = failure
    var size = max(1, best.picks.count / 2)
    while true {
      var index = 0
      while index < best.picks.count {
        var picks = best.picks
        picks.removeSubrange(index..<min(index + size, picks.count))
        if let smaller = walk(picks) { best = smaller } else { index += size }
      }
      if size == 1 { return best }
      size /= 2
    }
  }
}

extension Finding {
  /// Whether what comes after it is the concern of neither: the effect is no function of its
  /// outcomes, or what it does is not under control.
  var endsComparison: Bool {
    kind != .misuse && kind != .impureReducer && kind != .outlivesEffect
  }
}

extension Decisions {
  fileprivate var labelled: String {
    taken.isEmpty ? "" : "\(zip(labels, taken).map { "\($0): \($1)" })"
  }
}

extension Machine.Report {
  fileprivate var lockstepPicture: String {
    let reduced = actions.map { describe($0) }.joined(separator: ", ")
    let found = Set(findings.filter { $0.kind == .misuse }.map(\.message)).sorted()
    return "reduced: \(reduced)\nfound: \(found.joined(separator: "; "))\n"
  }
}

extension Configuration {
  /// Everything that both know of where they are.
  fileprivate var lockstepPicture: String {
    let windows = ledger.windows.map { window in
      "\(window.gate.key.id.text) at \(window.gate.key.scope): \(describe(window.pending as Any))"
    }
    let sequences = ledger.sequences.map { sequence in
      "#\(sequence.id) live \(sequence.live), \(sequence.rest.count) to come"
    }
    let roles = ledger.entries.map { "#\($0.id) \($0.phase) of \($0.group)" }
    let sleeps = ledger.entries.map { entry in
      "\((entry.state?.sleeps ?? []).map { "\($0.remaining)" }.sorted())"
    }
    return """
      model \(describe(model)), \(draws), now \(now)
      effects \(effectsPicture)
      entries \(roles) sleeps \(sleeps)
      windows \(windows) concatenations \(sequences)
      orphans \(orphans.map(\.text))

      """
  }
}
