import Foundation
import ReducerCheck

/// What the benchmark has measured.
struct Figures: Codable {
  let fuzzing: [FuzzingSpeed]
  let firstFinding: FirstFinding?
  /// From the start of a process to the finding, shrunk and confirmed.
  let firstFindingSeconds: Double
  let store: StoreSpeed
  let searching: [ExplorationSpeed]

  var text: String {
    var lines = fuzzing.map { speed in
      "fuzzing \(speed.spec): \(Int(speed.rate)) events a second, \(Int(speed.processorRate)) a "
        + "second of processor time (\(speed.events) in \(rounded(speed.seconds)) s)"
    }
    if let found = firstFinding {
      lines.append(
        "first finding on \(found.spec): \(rounded(firstFindingSeconds)) s from the start of the "
          + "process (\"\(found.name)\", \(found.events) events, "
          + (found.isConfirmed ? "confirmed on the live store)" : "not confirmed)"))
    }
    lines.append(store.text)
    lines += searching.map(\.text)
    return lines.joined(separator: "\n")
  }

  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  private func rounded(_ seconds: Double) -> String {
    String(format: "%.3f", seconds)
  }
}
