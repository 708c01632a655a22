import Foundation
import ReducerCheck
import Specs

/// How fast models and features are searched: each once with one worker and once with two, and
/// once keeping fingerprints only.
///
/// Each search has a process of its own, so that its memory is its own.
enum SearchSpeed {
  private static let argument = "__search"

  private static func specs(_ managers: Int) -> [any Checkable] {
    [
      twoPhaseCommit(managers: managers), twoPhaseCommitInBits(managers: managers),
      slidingTiles(width: 3, height: 3), completions(of: 2 * managers),
    ]
  }

  /// What they are called.
  static var names: String { specs(1).map(\.erased.name).joined(separator: ", ") }

  /// Measures them.
  ///
  /// - Parameter name: The one spec that is wanted; nil for all.
  static func measure(managers: Int, only name: String? = nil) throws -> [ExplorationSpeed] {
    try specs(managers).map(\.erased.name).filter { name == nil || $0 == name }.flatMap { spec in
      try [(1, false), (2, false), (1, true), (2, true)].map { workers, isCompact in
        let output = try outputOfProcess(
          [argument, spec, "\(managers)", "\(workers)", isCompact ? "compact" : "exact"])
        return try JSONDecoder().decode(ExplorationSpeed.self, from: output)
      }
    }
  }

  /// Makes one search and prints its figures, where the process was started for that.
  ///
  /// - Returns: Whether it was.
  static func searchIfAsked(_ arguments: [String]) throws -> Bool {
    guard arguments.count == 6, arguments[1] == argument, let managers = Int(arguments[3]),
      let spec = specs(managers).first(where: { $0.erased.name == arguments[2] })
    else { return false }
    let figures = try ExplorationSpeed.measure(
      spec, ExplorationLimits(workers: Int(arguments[4]), isCompact: arguments[5] == "compact"))
    print(String(decoding: try JSONEncoder().encode(figures), as: UTF8.self))
    return true
  }

  /// Searches two-phase commit with as many managers as debug builds are too slow for, and says
  /// where a count is wrong.
  static func check() throws -> [String] {
    try [(7, 296_448, 2_744_706), (8, 1_745_408, 18_507_778)].flatMap {
      count, distinct, generated in
      try specs(count).prefix(2).flatMap { try measure(managers: count, only: $0.erased.name) }
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

/// What a process of this executable prints.
func outputOfProcess(_ arguments: [String]) throws -> Data {
  let process = Process()
  process.executableURL = Bundle.main.executableURL
  process.arguments = arguments
  let pipe = Pipe()
  process.standardOutput = pipe
  try process.run()
  let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  return output
}

extension ExplorationSpeed {
  var text: String {
    String(
      format: "searching %@, %d worker%@, %@: %d distinct, %d generated in %.3f s, %.2f million a "
        + "second, %.0f bytes a configuration, frontier of %d at most, %.0f MB more at the peak",
      spec, workers, workers == 1 ? "" : "s", isCompact ? "compact" : "exact", distinct, generated,
      seconds, rate / 1e6, bytesEach, frontier, Double(peakBytes) / 1e6)
  }
}
