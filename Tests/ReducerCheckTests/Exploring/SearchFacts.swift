import Foundation
import TransitionSystems

@testable import ReducerCheck

/// Everything a search came to that does not depend on how it was done.
struct SearchFacts: Equatable {
  var layers: [Int]
  var generated: Int
  var refused: Int
  var end: SearchEnd
  var asked: [Int]
  var substantial: [Int]
  /// What was found, with its whole trace.
  var findings: [String]
  /// What was covered, as JSON.
  var coverage: String
  /// What keeps it from a proof, but for a compact store.
  var reservations: [String]

  init(_ result: Exploration, _ run: SpecRun) throws {
    layers = result.layers
    generated = result.generated
    refused = result.refused
    end = result.end
    asked = result.asked
    substantial = result.substantial
    findings = run.machine.perform { result.findings.map { run.text(of: $0) } }
    reservations = result.reservations.filter { !$0.hasPrefix("compact store") }
    let report = ExplorationReport(result, run.model)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    coverage = ""
    for data in [
      try encoder.encode(report.actions), try encoder.encode(report.outcomes),
      try encoder.encode(report.fields), try encoder.encode(report.pairs),
    ] { coverage += String(decoding: data, as: UTF8.self) }
  }

  /// What a search comes to within limits.
  static func of(_ spec: any Checkable, _ limits: ExplorationLimits) throws -> SearchFacts {
    try onHarnessThread {
      let run = try SpecRun(spec.erased, inFlight: limits.inFlight)
      return try SearchFacts(run.searched(limits), run)
    }
  }
}

extension SpecRun {
  /// A finding and the events that lead to it, with the choices inside them.
  func text(of found: Exploration.Found) -> String {
    let events = TraceRunner(machine: machine).trace(of: found.path).events.map {
      "\($0.kind.rawValue) \($0.subject) \($0.decisions)"
    }
    let cycle = found.cycle > 0 ? " (the last \(found.cycle) again and again)" : ""
    return "\(found.violation.demand): \(events.joined(separator: ", "))\(cycle)"
  }
}
