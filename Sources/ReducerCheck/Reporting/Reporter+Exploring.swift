import TransitionSystems

extension Reporter {
  /// Makes the facts of a report from what a search came to.
  func report(_ result: Exploration) -> SpecReport {
    var report = SpecReport(spec: run.spec.name, seed: 0)
    report.notes = run.model.notes
    if let kept = result.checkpoint, let problem = kept.problem {
      report.notes.append("The checkpoint \(kept.file) could not be written: \(problem)")
    }
    report.error = unknownNames
    report.exploration = ExplorationReport(result, run.model)
    let found = result.findings.map { (violation: $0.violation, report: demand($0, result)) }
    for (index, property) in run.model.properties.enumerated() {
      let own = found.first { $0.violation.property == index }?.report
      var entry = own ?? unbroken(property, result)
      entry.asked = result.asked[index]
      entry.substantial = result.substantial[index]
      report.properties.append(entry)
    }
    report.findings = found.filter { $0.violation.property == nil }.map(\.report)
    return report
  }

  /// A property that nothing broke: proved, held, or nothing can be said.
  private func unbroken(_ property: Property, _ result: Exploration) -> DemandReport {
    let isProof =
      result.isClosed && result.reservations.isEmpty
      && !result.findings.contains { $0.violation.kind == FindingKind.threadOrder.rawValue }
    // A proof of a feature to which nothing happens would be none.
    let isStill =
      result.isClosed && result.refused == 0 && result.refusedByTime == 0
      && result.generated == run.model.initialStates.count
    let isBlind = isStill || result.findings.contains { $0.violation.isBlinding }
    let verdict: DemandReport.Verdict =
      switch property.kind {
      case .reachable: isProof && !isBlind ? .falsified : .inconclusive
      default: isBlind ? .inconclusive : isProof ? .proved : .held
      }
    var report = DemandReport(
      spec: run.spec.name, property: property.name, kind: property.kind.rawValue,
      verdict: verdict, seed: 0)
    if verdict == .falsified {
      report.reason =
        "no configuration is like that: all \(grouped(result.configurations)) were met"
    }
    return report
  }

  /// The facts of what was found, in normal form and run on the live store.
  private func demand(_ found: Exploration.Found, _ result: Exploration) -> DemandReport {
    let runner = TraceRunner(machine: run.machine)
    let trace = runner.trace(of: found.path)
    let isWitness = found.violation.kind == PropertyKind.reachable.rawValue
    if isWitness || found.cycle > 0 {
      var report = demand(trace, found.violation, seed: 0)
      report.verdict = isWitness ? .reached : .falsified
      report.cycle = found.cycle > 0 ? found.cycle : nil
      report.reason = found.violation.reason
      if runner.isConfirmable(trace) {
        report.internalError = runner.confirm(trace)?.description
      }
      return report
    }
    guard let counterexample = run.counterexample(trace, found.violation, seed: 0) else {
      if result.isOfOneBuild { return demand(run.onceOnly(trace, found.violation, seed: 0)) }
      var report = DemandReport(
        spec: run.spec.name, property: found.violation.name, kind: found.violation.kind,
        verdict: .inconclusive, seed: 0)
      report.reason =
        "another build of this executable broke it after \(trace.events.count) "
        + "event\(trace.events.count == 1 ? "" : "s"), and this one does not: search anew, without "
        + "--resume"
      return report
    }
    var report = demand(counterexample)
    report.shrunkFrom = nil
    if isWhole(result) {
      report.minimality = minimality(counterexample.trace.events.count, result)
    }
    return report
  }

  /// Whether every step was tried as far as the search went, and none taken for another.
  private func isWhole(_ result: Exploration) -> Bool {
    result.refused == 0 && result.refusedByTime == 0 && result.isExact
      && run.model.sources.allSatisfy { $0.draw == nil || $0.isWhole }
  }

  /// Breadth first, so that every shorter trace was tried.
  private func minimality(_ length: Int, _ result: Exploration) -> String {
    let within = result.layers.prefix(max(1, length)).reduce(0, +)
    return Certificate.noShorterTrace(configurations: within, events: length - 1).text ?? ""
  }
}

extension Violation {
  /// Whether it makes what was not found worth nothing: the machine did not see all there is.
  fileprivate var isBlinding: Bool {
    switch FindingKind(rawValue: kind) {
    case .impureReducer, .notAFunction, .unsoundMerge, .uncontrolled, .neverSuspends, .trap, .hang:
      true
    case .misuse, .threadOrder, .outlivesEffect, nil: false
    }
  }
}
