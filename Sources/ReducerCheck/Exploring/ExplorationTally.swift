/// What a search has counted of the steps it took.
///
/// What is counted once for each configuration is no part of it: whoever goes on from a checkpoint
/// counts that when the configurations are made again.
struct ExplorationTally: Codable, Equatable {
  var steps: StepCoverage
  /// By property: how often it was asked, and how often its premise held.
  var asked: [Int]
  var substantial: [Int]
  var refusedByTime = 0
  /// Steps that were, or might have been, audited for purity.
  var audits = 0

  /// Adds what was counted later.
  mutating func add(_ other: ExplorationTally) {
    steps.add(other.steps)
    asked = [asked, other.asked].summed
    substantial = [substantial, other.substantial].summed
    refusedByTime += other.refusedByTime
    audits += other.audits
  }

  /// This, after what another search had counted that this one goes on from.
  func following(_ earlier: ExplorationTally?) -> ExplorationTally {
    guard var sum = earlier else { return self }
    sum.add(self)
    return sum
  }
}
