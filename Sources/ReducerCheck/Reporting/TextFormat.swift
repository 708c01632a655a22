/// Prints the facts of a report for a person.
struct TextFormat {
  /// The command as it is called, for the lines that say what to type.
  let command: String

  func text(_ report: SpecReport) -> String {
    if let error = report.error { return "\(report.spec): \(error)\n" }
    var lines: [String] = []
    // What is not under control comes first: other findings may rest on it.
    let isUncontrolled = { (demand: DemandReport) in
      demand.kind == FindingKind.uncontrolled.rawValue
    }
    let demands =
      report.findings.filter(isUncontrolled) + report.properties
      + report.findings.filter { !isUncontrolled($0) }
    for demand in demands where demand.verdict == .falsified {
      lines.append(demand.known.map { known(demand, $0) } ?? text(demand, report))
    }
    lines.append(report.exploration.map { summary(report, $0) } ?? summary(report))
    return lines.joined(separator: "\n")
  }

  // MARK: Counterexamples

  /// A counterexample, whole.
  func text(_ demand: DemandReport, _ report: SpecReport? = nil) -> String {
    var lines = [headline(demand, report), ""]
    if let reason = demand.reason { lines += ["  Reason:  \(reason)", ""] }
    lines += events(demand.events)
    lines.append("")
    if !demand.inFlight.isEmpty {
      lines.append("  In flight after \(demand.events.count):  \(demand.inFlight[0])")
      let indent = String(
        repeating: " ", count: "  In flight after \(demand.events.count):  ".count)
      lines += demand.inFlight.dropFirst().map { indent + $0 }
      lines.append("")
    }
    if let minimality = demand.minimality, !demand.events.isEmpty {
      lines.append("  Minimal: \(minimality)")
    }
    if let file = demand.file {
      lines.append("  Replay:  \(command) replay \(file)")
      lines.append("  Accept:  \(command) corpus add \(file) --open --reason \"…\"")
    }
    if let error = demand.internalError { lines += ["", error] }
    return lines.joined(separator: "\n") + "\n"
  }

  private func headline(_ demand: DemandReport, _ report: SpecReport?) -> String {
    let count = "\(demand.events.count) event\(demand.events.count == 1 ? "" : "s")"
    var facts: [String] = []
    if let from = demand.shrunkFrom, from > demand.events.count {
      facts.append("shrunk from \(from)")
    }
    if let report, report.events > 0 {
      facts.append("\(grouped(report.walks)) walks, \(grouped(report.events)) events")
    }
    let details = facts.isEmpty ? "" : " (\(facts.joined(separator: "; ")))"
    if demand.events.isEmpty && demand.kind == PropertyKind.reachable.rawValue {
      return "\(demand.spec): \"\(demand.property)\" is not reachable."
    }
    if let cycle = demand.cycle {
      return "\(demand.spec): \"\(demand.property)\" need never happen: after "
        + "\(demand.events.count - cycle) event\(demand.events.count - cycle == 1 ? "" : "s") the last "
        + "\(cycle == 1 ? "one" : "\(cycle)") may repeat for ever."
    }
    if demand.events.isEmpty {
      return
        "\(demand.spec): \"\(demand.property)\" is false in the initial state, before any event."
    }
    return FindingKind(rawValue: demand.kind) == nil
      ? "\(demand.spec): \"\(demand.property)\" fails after \(count)\(details)."
      : "\(demand.spec): \(demand.kind) (\(demand.property)) after \(count)\(details)."
  }

  private func events(_ events: [EventReport]) -> [String] {
    let width = min(44, events.map(\.text.count).max() ?? 0)
    let changed = min(44, events.map { $0.changes.joined(separator: ", ").count }.max() ?? 0)
    return events.enumerated().map { index, event in
      let changes = event.changes.joined(separator: ", ")
      let columns = [
        padded("  \(index + 1).", 4), padded(event.kind.rawValue, 9), padded(event.text, width),
        "  " + padded(changes, changed), event.note.map { "  " + $0 } ?? "",
      ]
      return trimmed(columns.joined(separator: " "))
    }
  }

  /// One line for a counterexample that the corpus knows.
  private func known(_ demand: DemandReport, _ entry: String) -> String {
    "\(demand.spec): \"\(demand.property)\" fails as \(entry) says "
      + "(\(demand.events.count) events)."
  }

  // MARK: The summary of a spec

  private func summary(_ report: SpecReport) -> String {
    // A search that a death cut short has neither walks nor a seed.
    var lines =
      report.seed == 0 && report.walks == 0
      ? ["\(report.spec): the search did not end."]
      : [
        "\(report.spec): \(grouped(report.walks)) walks, \(grouped(report.events)) events, "
          + "seed \(report.seed)."
      ]
    for demand in report.properties where demand.verdict != .falsified {
      lines.append("  \(padded(demand.verdict.rawValue, 12)) \(demand.property)\(vacuity(demand))")
    }
    lines += coverage(report.coverage).map { "  " + $0 }
    lines += report.notes.map { "  Note: \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  private func vacuity(_ demand: DemandReport) -> String {
    guard demand.verdict == .held, demand.substantial == 0 else { return "" }
    return demand.asked == 0 ? " (never asked)" : " (its premise never held)"
  }

  private func coverage(_ coverage: CoverageReport) -> [String] {
    var lines: [String] = []
    let never = coverage.actions.filter { $0.sent == 0 && $0.delivered == 0 }.map(\.name)
    if !never.isEmpty { lines.append("never reduced: \(never.joined(separator: ", "))") }
    let unfailing = coverage.endpoints.filter { $0.errors == 0 }
    for endpoint in unfailing {
      lines.append(
        endpoint.values == 0
          ? "never resolved: \(endpoint.name)" : "never failed: \(endpoint.name)")
    }
    if coverage.events.isEmpty { return lines }
    let events = coverage.events.map { "\($0.name) \(grouped($0.count))" }
    lines.append(
      "events: \(events.joined(separator: ", ")); at most \(coverage.mostInFlight) in flight")
    let actions = coverage.actions.filter { $0.sent + $0.delivered > 0 }.map {
      "\($0.name) \(grouped($0.sent))/\(grouped($0.delivered))"
    }
    lines.append("actions (sent/by effects): \(actions.joined(separator: ", "))")
    let endpoints = coverage.endpoints.filter { $0.values + $0.errors > 0 }.map {
      "\($0.name) \(grouped($0.values))/\(grouped($0.errors))"
    }
    if !endpoints.isEmpty {
      lines.append("endpoints (value/error): \(endpoints.joined(separator: ", "))")
    }
    return lines
  }
}

func padded(_ text: String, _ width: Int) -> String {
  text.count >= width ? text : text + String(repeating: " ", count: width - text.count)
}

private func trimmed(_ text: String) -> String {
  var text = text[...]
  while text.last == " " { text = text.dropLast() }
  return String(text)
}

/// A number with its thousands set apart.
func grouped(_ number: Int) -> String {
  var digits = String(abs(number))
  var groups: [String] = []
  while digits.count > 3 {
    groups.insert(String(digits.suffix(3)), at: 0)
    digits = String(digits.dropLast(3))
  }
  groups.insert(digits, at: 0)
  return (number < 0 ? "-" : "") + groups.joined(separator: ",")
}
