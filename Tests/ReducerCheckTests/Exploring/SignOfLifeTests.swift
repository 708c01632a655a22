import Specs
import Testing

@testable import ReducerCheck

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
