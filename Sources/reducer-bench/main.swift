import Foundation
import ReducerCheck
import Specs

// What is measured: how fast specs are fuzzed and searched, how long a person waits for the first
// finding, and what an action takes in a store.
// `--json` prints the same as JSON. `--search N` searches only, two-phase commit with N managers and
// twice as many completions; `--search N NAME` only the one spec.
// `--check` only compares the counts of large searches with what is known of them.

let firstFindingArgument = "__first-finding"

if CommandLine.arguments.contains(firstFindingArgument) {
  exit(try FirstFinding.search(contador.erased) == nil ? 1 : 0)
}

if try SearchSpeed.searchIfAsked(CommandLine.arguments) { exit(0) }

if CommandLine.arguments.contains("--check") {
  let mistakes = try SearchSpeed.check()
  for mistake in mistakes { print(mistake) }
  exit(mistakes.isEmpty ? 0 : 1)
}

if CommandLine.arguments.dropFirst().first == "--search" {
  let operands = Array(CommandLine.arguments.dropFirst(2))
  guard let count = operands.isEmpty ? 7 : Int(operands[0]), count > 0, operands.count <= 2 else {
    refuse("--search takes a number of managers, and the name of a spec or none")
  }
  let rows = try SearchSpeed.measure(managers: count, only: operands.dropFirst().first)
  if rows.isEmpty { refuse("there is no \(operands[1]); there are \(SearchSpeed.names)") }
  for row in rows { print(row.text) }
  exit(0)
}

if let unknown = CommandLine.arguments.dropFirst().first(where: { $0 != "--json" }) {
  refuse("\(unknown) is no option; there are --json, --search and --check")
}

let figures = Figures(
  fuzzing: try [contador.erased, perfil002.erased].map {
    try FuzzingSpeed.measure($0, seconds: 2)
  },
  firstFinding: try FirstFinding.search(contador.erased),
  firstFindingSeconds: try secondsToFirstFinding(), store: await StoreSpeed.measure(),
  searching: try SearchSpeed.measure(managers: 7))
print(try CommandLine.arguments.contains("--json") ? figures.json() : figures.text)

/// Seconds from the start of a process of its own, of which the search is all it does, to its end.
///
/// The best of three, since the first has to read the program from the disk.
func secondsToFirstFinding() throws -> Double {
  let attempts = try (0..<3).map { _ in
    let start = DispatchTime.now().uptimeNanoseconds
    _ = try outputOfProcess([firstFindingArgument])
    return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
  }
  return attempts.min() ?? 0
}

/// Says what is wrong with the arguments, and ends.
func refuse(_ problem: String) -> Never {
  FileHandle.standardError.write(Data("reducer-bench: \(problem).\n".utf8))
  exit(2)
}
