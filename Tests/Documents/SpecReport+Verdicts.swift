import ReducerCheck

extension SpecReport {
  /// What is broken, each with its minimal traces, whose events stand in one line.
  package var broken: [String: [String]] {
    var result: [String: [String]] = [:]
    for demand in properties + findings where demand.verdict == .falsified {
      let events = demand.events.map { "\($0.kind.rawValue) \($0.text)" }
      result[demand.property, default: []].append(events.joined(separator: ", "))
    }
    return result
  }

  /// What is said of each property.
  package var verdicts: [String: DemandReport.Verdict] {
    Dictionary(properties.map { ($0.property, $0.verdict) }, uniquingKeysWith: { $1 })
  }

  /// Where the live store does not do what a trace says.
  package var disagreements: [String] {
    (properties + findings).compactMap(\.internalError)
  }

  /// Configurations by depth, cumulative; empty if the spec was not searched.
  package var countsByDepth: [Int] {
    var sum = 0
    return (exploration?.frontierByDepth ?? []).map { size in
      sum += size
      return sum
    }
  }
}
