@testable import ReducerCheck

/// Searches a spec as `explore` does.
func searched(
  _ spec: any Checkable, _ limits: ExplorationLimits = ExplorationLimits(workers: 1)
) throws -> Exploration {
  try onHarnessThread {
    try SpecRun(spec.erased, inFlight: limits.inFlight).searched(limits)
  }
}

extension SpecRun {
  /// Searches on the harness's thread; several workers share small layers too.
  func searched(_ limits: ExplorationLimits) throws -> Exploration {
    let isShared = limits.workers != 1
    return try Explorer(run: self, limits: limits, pace: isShared ? (slice: 3, round: 12) : nil)
      .explore()
  }
}

extension Exploration {
  /// Configurations by depth, cumulative.
  var countsByDepth: [Int] {
    var sum = 0
    return layers.map { size in
      sum += size
      return sum
    }
  }

  /// The length of the shortest trace to a violation of a property; nil where there is none.
  func length(of name: String) -> Int? {
    findings.first { $0.violation.name == name }?.path.steps.count
  }
}
