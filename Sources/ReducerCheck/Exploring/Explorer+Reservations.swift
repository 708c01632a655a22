import Foundation
import TransitionSystems

extension Explorer {
  /// Takes over what keeps a search that found nothing from being a proof.
  ///
  /// - Parameter blurs: What else may have been taken for something else.
  func take<System>(
    _ blurs: [String], by machine: Machine, _ search: BreadthFirstSearch<System>,
    _ result: inout Exploration
  ) {
    result.isExact = blurs.isEmpty && machine.isExact && !limits.isCompact
    result.reservations =
      (bounds(of: search, result) + reservations(machine) + blurs).withoutRepeats
  }

  /// What a search of a machine may take for something else, or does not try.
  private func reservations(_ machine: Machine) -> [String] {
    var result = machine.reservations
    if !(machine is Simulation), model.properties.contains(where: \.kind.isLiveness) {
      result.append(
        "what is to come in the end was asked where the feature rests, and not of what goes on for ever"
      )
    }
    return result
  }

  /// What was left out.
  private func bounds<System>(
    of search: BreadthFirstSearch<System>, _ found: Exploration
  ) -> [String] {
    var result: [String] = []
    switch found.end {
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
    if found.refusedByTime > 0, let most = limits.virtualTime {
      result.append("virtual time up to \(most)")
    }
    if limits.isCompact { result.append(odds(search)) }
    for source in model.sources where !source.isWhole {
      result.append(
        "of the payloads of \(source.name) only the first "
          + "\(source.enumerate(model.initialStates[0]).count) were sent")
    }
    // As part of a sentence.
    return result
      + model.sharedMemories.map { $0.prefix(1).lowercased() + $0.dropFirst().dropLast() }
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
