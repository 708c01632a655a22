extension TextFormat {
  /// The verdicts of a search and what it covered; what never happened comes first.
  func summary(_ report: SpecReport, _ exploration: ExplorationReport) -> String {
    var lines = [headline(report, exploration)]
    for demand in report.properties where demand.verdict != .falsified {
      lines.append("  \(padded(demand.verdict.rawValue, 12)) \(demand.property)\(vacuity(demand))")
    }
    lines += exploration.reservations.map { "  Limited: \($0)." }
    if let resume = exploration.resume { lines.append("  Go on:   \(command) \(resume)") }
    lines += missing(exploration).map { "  " + $0 }
    lines += coverage(exploration).map { "  " + $0 }
    lines += report.notes.map { "  Note: \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  private func headline(_ report: SpecReport, _ exploration: ExplorationReport) -> String {
    let distinct = counted(exploration.distinct, "configuration")
    let space =
      exploration.isClosed
      ? "all \(distinct), up to \(counted(exploration.depth, "event")) deep"
      : "\(distinct) within \(counted(exploration.depth, "event"))"
    return "\(report.spec): \(space); \(counted(exploration.generated, "step")) in "
      + "\(rounded(exploration.seconds)) s, \(grouped(exploration.bytes / max(1, exploration.distinct)))"
      + " bytes a configuration, \(exploration.workers) "
      + "worker\(exploration.workers == 1 ? "" : "s")\(exploration.isPlain ? ", a plain model" : "")."
  }

  private func counted(_ number: Int, _ what: String) -> String {
    "\(grouped(number)) \(what)\(number == 1 ? "" : "s")"
  }

  private func rounded(_ seconds: Double) -> String {
    let hundredths = Int((seconds * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  private func vacuity(_ demand: DemandReport) -> String {
    guard [.held, .proved].contains(demand.verdict) else { return "" }
    if demand.asked == 0 { return " (never asked)" }
    return demand.substantial == 0
      ? " (its premise never held)"
      : demand.substantial < demand.asked
        ? " (its premise held \(grouped(demand.substantial)) of \(grouped(demand.asked)) times)"
        : ""
  }

  private func missing(_ exploration: ExplorationReport) -> [String] {
    // Where nothing was expanded, nothing can be missed.
    if exploration.depth == 0 && !exploration.isClosed { return [] }
    var lines: [String] = []
    let never = exploration.actions.filter { $0.sent == 0 && $0.delivered == 0 }.map(\.name)
    if exploration.actions.allSatisfy({ $0.sent == 0 }) {
      lines.append("nothing is ever sent: the alphabet is empty in each of them")
    } else if !never.isEmpty {
      lines.append("never reduced: \(never.joined(separator: ", "))")
    }
    let idle = exploration.actions.filter { $0.sent > 0 && $0.changed == 0 && $0.delivered == 0 }
    if !idle.isEmpty {
      lines.append("never changed anything: \(idle.map(\.name).joined(separator: ", "))")
    }
    let constant = exploration.fields.filter { $0.count == 1 }.map(\.name)
    if !constant.isEmpty {
      lines.append("State fields with one value: \(constant.joined(separator: ", "))")
    }
    for pair in exploration.pairs where pair.oneFirst == 0 || pair.otherFirst == 0 {
      let first = pair.oneFirst == 0 ? (pair.one, pair.other) : (pair.other, pair.one)
      lines.append("never resolved first: \(first.0) while \(first.1) was pending")
    }
    return lines
  }

  /// Outcomes that are named; how many more there are is said.
  private static var outcomesShown: Int { 8 }

  private func coverage(_ exploration: ExplorationReport) -> [String] {
    var lines: [String] = []
    let actions = exploration.actions.filter { $0.sent + $0.delivered > 0 }.map {
      "\($0.name) \(grouped($0.sent))/\(grouped($0.changed))/\(grouped($0.delivered))"
    }
    if !actions.isEmpty {
      lines.append(
        "actions (sent/changed something/by effects): \(actions.joined(separator: ", "))")
    }
    let outcomes = exploration.outcomes.prefix(Self.outcomesShown).map {
      "\($0.endpoint) → \($0.outcome) \(grouped($0.count))"
    }
    if !outcomes.isEmpty {
      let more = exploration.outcomes.count - outcomes.count
      lines.append(
        "outcomes: \(outcomes.joined(separator: ", "))\(more > 0 ? " and \(more) more" : "")")
    }
    let fields = exploration.fields.map {
      "\($0.name) \($0.count == ExplorationCoverage.valueLimit ? "1,000 or more" : grouped($0.count))"
    }
    if !fields.isEmpty { lines.append("values: \(fields.joined(separator: ", "))") }
    return lines
  }
}
