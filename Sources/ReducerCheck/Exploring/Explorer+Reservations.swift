import Foundation
import TransitionSystems

extension Explorer {
  /// What keeps a search that found nothing from being a proof.
  func reservations<System>(
    _ machine: Machine, _ search: BreadthFirstSearch<System>, _ end: SearchEnd, _ refusedByTime: Int
  ) -> [String] {
    var result: [String] = []
    switch end {
    case .closed, .strayed: break
    case .depth: result.append("the search went to a depth of \(limits.depth ?? 0) events")
    case .configurations:
      result.append("the search stopped at \(grouped(search.count)) configurations")
    case .stopped(let stop): result.append("the search stopped: \(stop.reason)")
    }
    if search.refused > 0 {
      result.append(
        "at most \(model.maxInFlight) effects in flight, and as many that drain "
          + "(steps past that, not taken: \(grouped(search.refused)))")
    }
    if refusedByTime > 0, let most = limits.virtualTime {
      result.append("virtual time up to \(most)")
    }
    if limits.isCompact { result.append(odds(search)) }
    for source in model.sources where !source.isWhole {
      result.append(
        "of the payloads of \(source.name) only the first "
          + "\(source.enumerate(model.initialStates[0]).count) were sent")
    }
    // As part of a sentence.
    result += model.sharedMemories.map { $0.prefix(1).lowercased() + $0.dropFirst().dropLast() }
    return result + machine.reservations
  }

  /// That any two configurations have one fingerprint, or, where there are more of them, that any
  /// step to a known configuration led to another.
  private func odds<System>(_ search: BreadthFirstSearch<System>) -> String {
    let (met, generated) = (Double(search.count), Double(search.generated))
    let odds = max(met * (met - 1) / 2, met * (generated - met)) / 18_446_744_073_709_551_616
    return "compact store: a configuration was missed with odds of at most "
      + String(format: "%.1e", odds)
  }
}
