import Foundation
import Reducers
import TransitionSystems

/// Makes the facts of a report from what a run of a spec came to.
struct Reporter {
  let run: SpecRun

  private var runner: TraceRunner { TraceRunner(machine: run.machine) }

  func report(_ outcome: SpecRun.Outcome) -> SpecReport {
    var report = SpecReport(spec: run.spec.name, seed: outcome.seed)
    report.walks = outcome.walks
    report.events = outcome.coverage.total
    report.notes = run.model.notes
    report.error = unknownNames
    report.coverage = coverage(outcome.coverage)
    let demands = outcome.counterexamples.map { demand($0) }
    for (index, property) in run.model.properties.enumerated() {
      let broken = zip(outcome.counterexamples, demands)
        .filter { $0.0.violation.property == index }.map(\.1)
      let entries = broken.isEmpty ? [held(property, index, outcome)] : broken
      report.properties += entries.map { entry in
        var entry = entry
        entry.asked = outcome.asked[index]
        entry.substantial = outcome.substantial[index]
        return entry
      }
    }
    report.findings = zip(outcome.counterexamples, demands)
      .filter { $0.0.violation.property == nil }.map(\.1)
    return report
  }

  private func held(
    _ property: Property, _ index: Int, _ outcome: SpecRun.Outcome
  ) -> DemandReport {
    let isReached = outcome.reached.contains(index)
    let verdict: DemandReport.Verdict =
      property.kind == .reachable ? (isReached ? .reached : .inconclusive) : .held
    return DemandReport(
      spec: run.spec.name, property: property.name, kind: property.kind.rawValue,
      verdict: verdict, seed: outcome.seed)
  }

  /// What properties ask for that there is not; nil where there is nothing of the kind.
  var unknownNames: String? {
    run.machine.names.unknown.first.map(unknownEndpoint)
      ?? run.machine.names.unknownCases.first.map(unknownCase)
  }

  private func unknownEndpoint(_ name: String) -> String {
    "A property asks for calls of \"\(name)\", but the spec has no such endpoint. It has: "
      + run.model.endpointNames.joined(separator: ", ") + "."
  }

  private func unknownCase(_ name: String) -> String {
    "A property asks for effects started by \"\(name)\", but Action has no such case. It has: "
      + run.machine.names.cases.joined(separator: ", ") + "."
  }

  private func coverage(_ coverage: Coverage) -> CoverageReport {
    var report = CoverageReport()
    report.events = EventKind.allCases.filter { coverage.events[$0.rank] > 0 }.map {
      .init(name: $0.rawValue, count: coverage.events[$0.rank])
    }
    report.actions = coverage.actions.map {
      .init(name: $0.name, sent: $0.sent, delivered: $0.delivered)
    }
    let met = Dictionary(grouping: coverage.outcomes) { $0.endpoint.name }
    report.endpoints = run.model.endpointNames.map { name in
      let own = met[name] ?? []
      return .init(
        name: name, values: own.reduce(0) { $0 + $1.values },
        errors: own.reduce(0) { $0 + $1.errors })
    }
    report.mostInFlight = coverage.longestInFlight
    return report
  }

  /// The facts of a counterexample.
  func demand(_ found: Counterexample) -> DemandReport {
    var report = demand(found.trace, found.violation, seed: found.seed)
    report.shrunkFrom = found.originalLength
    report.minimality = found.certificate.text
    report.internalError = found.disagreement?.description
    return report
  }

  /// The facts of a trace that breaks something.
  func demand(_ trace: Trace, _ violation: Violation, seed: UInt64) -> DemandReport {
    let run = runner.run(trace, until: violation.demand, recording: true)
    var report = DemandReport(
      spec: self.run.spec.name, property: violation.name, kind: violation.kind,
      verdict: .falsified, seed: seed)
    report.length = run.events.count
    report.start = trace.start
    report.reason = run.violation?.reason ?? violation.reason
    report.signature = trace.signature
    report.events = run.events.indices.map { event($0, in: run) }
    report.inFlight = run.configurations.last?.inFlightTexts ?? []
    return report
  }

  private func event(_ index: Int, in run: TraceRunner.Run) -> EventReport {
    let (before, after) = (run.configurations[index], run.configurations[index + 1])
    let event = run.events[index]
    var report = EventReport(
      kind: event.kind, text: event.subject, stored: StoredEvent(event))
    report.changes = changes(from: before, to: after)
    report.note = note(event, run.steps[index].report, before)
    return report
  }

  private func changes(from before: Configuration, to after: Configuration) -> [String] {
    let state = fieldChanges(from: before.state.any, to: after.state.any)
    let model =
      run.model.environment is Void
      ? [] : fieldChanges(from: before.model, to: after.model)
    return state.map { "\($0.path): \($0.before) → \($0.after)" }
      + model.map { "environment.\($0.path): \($0.before) → \($0.after)" }
  }

  private func note(
    _ event: TraceEvent, _ report: Machine.Report, _ before: Configuration
  ) -> String? {
    var parts: [String] = []
    if let address = event.address {
      let isCall = event.kind != .deliver
      let count = before.pending(calls: isCall).count
      if count > 1, let item = before.item(at: address, isCall: isCall, exactly: true) {
        let place = before.pending(calls: isCall).firstIndex {
          $0.effect == item.effect && $0.serial == item.serial
        }
        parts.append("\(ordinal((place ?? 0) + 1)) of \(count) pending")
      }
    }
    for late in report.late { parts.append("too late: a call had returned \(late.outcome.text)") }
    for (choice, label) in zip(report.decisions.taken, report.decisions.labels)
    where choice != 0 && report.late.isEmpty {
      parts.append("\(label): choice \(choice + 1)")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}

/// `1st`, `2nd`, `3rd`, `4th`, …
func ordinal(_ number: Int) -> String {
  let suffix =
    switch (number % 100, number % 10) {
    case (11...13, _): "th"
    case (_, 1): "st"
    case (_, 2): "nd"
    case (_, 3): "rd"
    default: "th"
    }
  return "\(number)\(suffix)"
}

extension Configuration {
  /// Each effect in flight or draining: what started it and what it waits for.
  var inFlightTexts: [String] {
    ledger.entries.compactMap { entry in
      if case .window = entry.role { return nil }
      guard let running = entry.state else { return nil }
      let name = entry.startedBy.map { describe($0) } ?? EffectLedger.storeName
      let waits =
        running.node.isOpaque && running.waitsFor.isEmpty
        ? "something uncontrolled" : running.waitsFor.joined(separator: " and ")
      let state = entry.phase == .draining ? "cancelled, still" : ""
      return "\(name)#\(entry.group) \(state) waiting for \(waits)"
        .replacingOccurrences(of: "  ", with: " ")
    }
  }
}

extension Certificate {
  /// The certificate in a sentence; nil where there is none.
  var text: String? {
    switch self {
    case .noEventCanBeDropped: "1-minimal: no event can be dropped."
    case .noShorterTrace(_, 0): "1-minimal: no event can be dropped."
    case .noShorterTrace(let configurations, let events):
      "globally minimal: no trace of \(events) "
        + "event\(events == 1 ? "" : "s") breaks it (all \(configurations) configurations within "
        + "\(events) event\(events == 1 ? "" : "s") checked)."
    case .none: nil
    }
  }
}
