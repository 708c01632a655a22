import Specs
import Testing

@testable import ReducerCheck

private let searches = [
  ExplorationLimits(workers: 1), ExplorationLimits(workers: 2),
  ExplorationLimits(workers: 1, isCompact: true), ExplorationLimits(workers: 2, isCompact: true),
]

@Suite struct `The explorer counts what is known of models` {
  // What is generated counts the initial state and every transition, self-loops included.

  @Test(arguments: searches, [(2, 56, 154), (3, 288, 1_146), (5, 8_832, 58_146)])
  func `two-phase commit`(limits: ExplorationLimits, _ row: (Int, Int, Int)) throws {
    let found = try searched(twoPhaseCommit(managers: row.0), limits)
    #expect(found.isPlain)
    #expect(found.configurations == row.1)
    #expect(found.generated == row.2)
    #expect(found.isClosed)
    #expect(found.findings.isEmpty)
  }

  @Test(arguments: searches) func `Die Hard`(limits: ExplorationLimits) throws {
    var limits = limits
    limits.keepsGoing = true
    let found = try searched(jugs, limits)
    #expect(found.configurations == 16)
    #expect(found.generated == 97)
    #expect(found.length(of: "four litres in the big jug") == 6)
    #expect(found.isClosed)
  }

  @Test(arguments: searches) func `wolf, goat and cabbage`(limits: ExplorationLimits) throws {
    var limits = limits
    limits.keepsGoing = true
    let found = try searched(Ferryman.spec, limits)
    #expect(found.configurations == 10)
    #expect(found.length(of: "all across") == 7)
  }
}

@Suite struct `A search by several workers` {
  /// What watches it would take it for one that hangs.
  @Test(arguments: [1, 2]) func `shows that it is alive`(workers: Int) throws {
    try onHarnessThread {
      let run = try SpecRun(twoPhaseCommit(managers: 3).erased)
      var signs: [UInt64] = []
      let explorer = Explorer(
        run: run, limits: ExplorationLimits(workers: workers),
        isOver: { _ in
          signs.append(run.machine.journal.signs)
          return nil
        }, pace: (slice: 3, round: 4))
      #expect(try explorer.explore().workers == workers)
      #expect(signs.count > 20)
      // In the last rounds there is nothing left to send.
      #expect(Set(signs).count > signs.count / 2)
    }
  }
}
