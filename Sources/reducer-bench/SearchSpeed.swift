import Foundation
import ReducerCheck
import Specs

/// How fast models and features are searched: each once with one worker and once with two, and
/// once keeping fingerprints only.
enum SearchSpeed {
  ///
  /// - Parameter name: The one spec that is wanted; nil for all.
  static func measure(managers: Int, only name: String? = nil) throws -> [ExplorationSpeed] {
    let specs: [any Checkable] = [
      twoPhaseCommit(managers: managers), twoPhaseCommitInBits(managers: managers),
      slidingTiles(width: 3, height: 3), completions(of: 2 * managers),
    ]
    return try specs.filter { name == nil || $0.erased.name == name }.flatMap { try measure($0) }
  }

  private static func measure(_ spec: any Checkable) throws -> [ExplorationSpeed] {
    try [(1, false), (2, false), (1, true), (2, true)].map { workers, isCompact in
      try ExplorationSpeed.measure(
        spec, ExplorationLimits(workers: workers, isCompact: isCompact))
    }
  }

  /// Searches two-phase commit with as many managers as debug builds are too slow for, and says
  /// where a count is wrong.
  static func check() throws -> [String] {
    try [(7, 296_448, 2_744_706), (8, 1_745_408, 18_507_778)].flatMap {
      count, distinct, generated in
      try
        (measure(twoPhaseCommit(managers: count))
        + measure(twoPhaseCommitInBits(managers: count)))
        .compactMap { found -> String? in
          guard found.distinct == distinct, found.generated == generated, found.isClosed else {
            return "\(found.text): expected \(distinct) distinct, \(generated) generated"
          }
          print("as it should be: \(found.text)")
          return nil
        }
    }
  }
}

extension ExplorationSpeed {
  var text: String {
    String(
      format: "searching %@, %d worker%@, %@: %d distinct, %d generated in %.3f s, %.2f million a "
        + "second, %.0f bytes a configuration, %.0f MB resident",
      spec, workers, workers == 1 ? "" : "s", isCompact ? "compact" : "exact", distinct, generated,
      seconds, rate / 1e6, bytesEach, Double(residentBytes) / 1e6)
  }
}
