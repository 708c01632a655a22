import Specs
import Testing

@testable import ReducerCheck

@Suite struct `The trace that several workers find` {
  /// The trace of the one finding of a spec.
  private func trace(
    _ spec: any Checkable, workers: Int, pace: (slice: Int, round: Int)? = nil
  ) throws -> (text: String, length: Int) {
    try onHarnessThread {
      let run = try SpecRun(spec.erased)
      let result = try Explorer(
        run: run, limits: ExplorationLimits(workers: workers), pace: pace
      ).explore()
      #expect(result.workers == workers)
      let found = try #require(result.findings.first)
      return run.machine.perform { (run.text(of: found), found.path.steps.count) }
    }
  }

  /// Each manager prepares, is heard, and hears of the commit between.
  @Test func `is a shortest one, and the same each time`() throws {
    let spec = twoPhaseCommit(managers: 4)
      .never("all have committed") { $0.managers.allSatisfy { $0 == .committed } }
    let alone = try trace(spec, workers: 1)
    #expect(alone.length == 3 * 4 + 1)
    for slice in 1...15 {
      let pace = (slice: slice, round: 2 + slice % 5)
      #expect(try trace(spec, workers: 2 + slice % 3, pace: pace) == alone)
    }
  }

  /// Layers of more than a thousand, in slices of the usual size.
  @Test func `is a shortest one at the usual pace`() throws {
    let spec = twoPhaseCommitInBits(managers: 5)
      .never("all have committed") { $0.managers == 0b10_10_10_10_10 }
    let alone = try trace(spec, workers: 1)
    #expect(alone.length == 3 * 5 + 1)
    for _ in 0..<3 { #expect(try trace(spec, workers: 2) == alone) }
  }

  @Test func `is a shortest one where effects are in flight`() throws {
    let spec = Several.spec(.log, effects: 4).never("backwards") { $0.log == [3, 2, 1, 0] }
    let alone = try trace(spec, workers: 1)
    #expect(alone.length == 4)
    for slice in 1...20 {
      let pace = (slice: slice, round: 2 + slice % 5)
      #expect(try trace(spec, workers: 2 + slice % 2, pace: pace) == alone)
    }
  }
}
