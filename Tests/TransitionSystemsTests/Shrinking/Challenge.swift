import Testing
import TransitionSystems

/// One row of the table of value problems, ready to be run from any seed.
struct Challenge: Sendable, CustomTestStringConvertible {
  let name: String
  /// The best peer's share of seeds that ended at the minimum, in percent.
  let peerShare: Int
  /// The mean evaluations that peer needed, where they were measured.
  let peerEvaluations: Double?
  let run: @Sendable (UInt64) throws -> Ending?

  var testDescription: String { name }

  /// Where one seed ended.
  struct Ending: Sendable {
    let isMinimum: Bool
    let minimal: String
    let evaluations: Int
    let draws: Int
  }

  init<Value>(
    _ name: String, peer share: Int, _ evaluations: Double? = nil,
    drawing generator: @escaping @Sendable () -> Generator<Value>,
    holds: @escaping @Sendable (Value) -> Bool,
    minimum: @escaping @Sendable (Value) -> Bool
  ) {
    self.name = name
    peerShare = share
    peerEvaluations = evaluations
    run = { seed in
      try falsify(generator(), seed: seed, attempts: 20_000, property: holds).map { found in
        Ending(
          isMinimum: minimum(found.minimal), minimal: "\(found.minimal)",
          evaluations: found.evaluations, draws: found.draws)
      }
    }
  }

  static let all: [Challenge] = [
    bound5, calculator, coupling, deletion, differenceNotZero, differenceNotSmall,
    differenceNotOne, distinct, largeUnionList, lengthList, nestedLists, reverse, binaryHeap,
  ]
}
