import Foundation

/// How much a test does that draws at random: a part, so that the suite stays quick, or all of it.
///
/// For one that is named by `EXPLORING`, `EXPLORING=full swift test -c release -Xswiftc
/// -enable-testing --filter Random` does all of it, `EXPLORING_SEED=1000` starts at another seed,
/// and `EXPLORING_COUNT=1` does so many.
struct Amount {
  private let variable: String

  init(_ variable: String) { self.variable = variable }

  var isFull: Bool { ProcessInfo.processInfo.environment[variable] == "full" }
  var firstSeed: Int { number("SEED") ?? 0 }

  func count(_ part: Int, full: Int) -> Int { number("COUNT") ?? (isFull ? full : part) }

  private func number(_ suffix: String) -> Int? {
    ProcessInfo.processInfo.environment["\(variable)_\(suffix)"].flatMap { Int($0) }
  }
}
