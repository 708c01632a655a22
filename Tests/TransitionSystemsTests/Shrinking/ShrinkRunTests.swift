import Testing
import TransitionSystems

/// A trace of events, shrunk by the same run as values: nothing here knows of choices.
private struct TraceProblem: ShrinkProblem {
  var asked: [[Int]] = []

  /// Drops a close without an open before it: the repair.
  func realize(_ proposal: [Int]) -> [Int]? {
    var open = 0
    return proposal.filter { event in
      if event == -1 && open == 0 { return false }
      open += event == 1 ? 1 : event == -1 ? -1 : 0
      return true
    }
  }

  func normalForm(_ subject: [Int]) -> [Int] { subject }

  func precedes(_ left: [Int], _ right: [Int]) -> Bool { left.count < right.count }

  /// Fails when something was closed and two events of 0 came.
  mutating func stillFails(_ subject: [Int]) -> Bool {
    asked.append(subject)
    return subject.contains(-1) && subject.filter { $0 == 0 }.count >= 2
  }
}

@Suite struct ShrinkRunTests {
  private static var delete: ShrinkPass<TraceProblem> {
    ShrinkPass("delete events") { run in
      _ = deletion(from: run.bestForm) { run.attempt($0) ? run.bestForm : nil }
    }
  }

  @Test func `a trace is shrunk to a fixpoint, with its repair`() {
    var run = ShrinkRun(TraceProblem(), from: [1, 0, 1, -1, 0, 0, 1, -1, -1, 0])
    run.run([Self.delete])
    #expect(run.bestForm.sorted() == [-1, 0, 0, 1])
    #expect(run.statistics.map(\.name) == ["delete events"])
    #expect(run.statistics[0].calls == run.evaluations)
    #expect(run.statistics[0].gains >= 2)
    #expect(run.statistics[0].runs >= 2)
  }

  @Test func `nothing is evaluated twice`() {
    var run = ShrinkRun(TraceProblem(), from: [1, 0, 1, -1, 0, 0, 1, -1, -1, 0])
    run.run([Self.delete, Self.delete, Self.delete])
    #expect(Set(run.problem.asked).count == run.problem.asked.count)
    #expect(run.problem.asked.count == run.evaluations)
  }

  @Test func `no more evaluations than the limit`() {
    let limits = ShrinkLimits(evaluations: 3)
    var run = ShrinkRun(TraceProblem(), from: [1, -1, 0, 0, 1, -1], limits: limits)
    run.run([Self.delete])
    #expect(run.evaluations == 3)
    #expect(run.isExhausted)
  }

  @Test func `what is not simpler is not evaluated`() {
    var run = ShrinkRun(TraceProblem(), from: [1, -1, 0, 0])
    run.attempt([1, -1, 0, 0, 0])
    run.attempt([-1, 1, -1, 0, 0])
    #expect(run.bestForm == [1, -1, 0, 0])
    #expect(run.evaluations == 0)
  }

  @Test func `the same value is never asked about twice while shrinking`() throws {
    var asked: [[Int]] = []
    let found = try #require(
      try falsify(.array(of: .integer(in: 0...50)), seed: 4) { list in
        asked.append(list)
        return list.reduce(0, +) < 60
      })
    let shrinking = asked.suffix(found.evaluations)
    #expect(Set(shrinking).count == shrinking.count)
    #expect(found.passes.map(\.calls).reduce(0, +) == found.evaluations)
  }
}
