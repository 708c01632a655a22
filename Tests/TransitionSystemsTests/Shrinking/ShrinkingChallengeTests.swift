import Testing
import TransitionSystems

/// The public shrinking challenge: each row from 100 seeds, against the best peer measured.
@Suite struct ShrinkingChallengeTests {
  static let seeds: ClosedRange<UInt64> = 1...100

  @Test(arguments: Challenge.all)
  func `every seed ends at the exact minimum, in fewer evaluations than the best peer`(
    _ challenge: Challenge
  ) throws {
    let endings = try Self.seeds.compactMap { try challenge.run($0) }
    #expect(endings.count == Self.seeds.count, "some seeds found no counterexample at all")
    let others = endings.filter { !$0.isMinimum }.map(\.minimal)
    #expect(others.isEmpty, "ended elsewhere: \(others.joined(separator: "; "))")
    let share = 100 * (endings.count - others.count) / max(endings.count, 1)
    #expect(share >= challenge.peerShare)
    let mean = Double(endings.map(\.evaluations).reduce(0, +)) / Double(endings.count)
    if let peer = challenge.peerEvaluations, peer > 50 { #expect(mean < peer) }
    let draws = endings.map(\.draws).reduce(0, +) / max(endings.count, 1)
    let most = endings.map(\.evaluations).max() ?? 0
    report(challenge, share, mean, "\(most) at most, \(draws) draws")
  }

  /// One row of the measured table: the share of seeds, then the evaluations, against the peer's.
  private func report(_ challenge: Challenge, _ share: Int, _ mean: Double, _ rest: String) {
    let name = challenge.name + String(repeating: " ", count: 18 - challenge.name.count)
    let peer = challenge.peerEvaluations.map { "\(Int($0))" } ?? "not measured"
    print(
      "| \(name) | \(share) % (peer \(challenge.peerShare) %)",
      "| \((mean * 10).rounded() / 10) evaluations on average (peer \(peer)), \(rest) |")
  }
}
