import Foundation
import Reducers
import Specs
import Testing
import TransitionSystems

@testable import ReducerCheck

/// A search in small rounds that stops after some of them, or not at all.
private struct Stretch {
  let spec: any Checkable
  var limits = ExplorationLimits(workers: 1, keepsGoing: true)
  var pace = (slice: 3, round: 2)

  /// Searches, and says in how many rounds.
  func run(
    _ checkpoints: Checkpointing = Checkpointing(), stoppingAfter last: Int = .max
  ) throws -> (result: Exploration, rounds: Int) {
    try onHarnessThread {
      let run = try SpecRun(spec.erased, inFlight: limits.inFlight)
      var rounds = 0
      let explorer = Explorer(
        run: run, limits: limits,
        isOver: { progress in
          if !progress.isFollowing { rounds += 1 }
          return rounds >= last ? SearchStop(.interruption, "a pause") : nil
        }, checkpoints: checkpoints, pace: pace)
      return (try explorer.explore(), rounds)
    }
  }

  /// Searches up to a round, writes that down, and goes on from the file.
  func resumed(after round: Int, workers: Int, in folder: URL) throws -> Exploration {
    let file = CheckpointFile(path: folder.appendingPathComponent("x.search").path)
    let part = try run(Checkpointing(writer: CheckpointWriter(file)), stoppingAfter: round).result
    #expect(part.checkpoint?.problem == nil)
    var rest = self
    rest.limits.workers = workers
    return try rest.run(Checkpointing(start: file.read())).result
  }
}

extension Exploration {
  /// Everything but time and memory.
  fileprivate var facts: [String] {
    let steps = coverage?.steps
    var facts = [
      "\(layers)", "\(configurations)", "\(generated)", "\(refused)", "\(refusedByTime)", "\(end)",
      "\(isPlain)", "\(asked)", "\(substantial)", "\(reservations)",
      "\(coverage?.distinctValues ?? [])", "\(steps?.sent ?? [])", "\(steps?.changed ?? [])",
      "\(steps?.delivered ?? [])", "\(steps?.outcomes ?? [])", "\(steps?.pairs.sorted ?? [])",
    ]
    for found in findings {
      let steps = found.path.steps.map { "\($0.event) \($0.choices)" }
      facts.append("\(found.violation) \(found.cycle) by \(steps)")
    }
    return facts
  }
}

@Suite struct `A search of a plain model that goes on` {
  @Test(arguments: [(1, 1), (1, 2), (2, 1), (2, 2)], [false, true])
  func `finds what it would have found`(workers: (Int, Int), isCompact: Bool) throws {
    let spec = twoPhaseCommit(managers: 3)
      .never("all prepared") { $0.managers.allSatisfy { $0 == .prepared } }
      .reachable("all committed") { $0.managers.allSatisfy { $0 == .committed } }
    let stretch = Stretch(
      spec: spec,
      limits: ExplorationLimits(workers: workers.0, isCompact: isCompact, keepsGoing: true))
    let (whole, rounds) = try stretch.run()
    #expect(whole.isPlain)
    #expect(whole.configurations == 288)
    #expect(whole.findings.count == 2)
    #expect(rounds > 40)
    try withTemporaryFolder { folder in
      for round in stride(from: 1 + workers.0, to: rounds, by: rounds / 3) {
        let found = try stretch.resumed(after: round, workers: workers.1, in: folder)
        #expect(found.facts == whole.facts, "stopped after \(round) of \(rounds) rounds")
      }
    }
  }
}

@Suite struct `A search of a feature with effects that goes on` {
  private static let specs: [any Checkable] = [
    contador, perfil002, catchUp(repaired: false), like(repaired: true), search(repaired: false),
    retry(repaired: false), autosave(repaired: false),
  ]

  @Test(arguments: specs.indices) func `finds what it would have found`(index: Int) throws {
    let limits = ExplorationLimits(
      depth: 5, inFlight: 3, workers: 1 + index % 2, isCompact: index.isMultiple(of: 2),
      keepsGoing: true)
    let stretch = Stretch(spec: Self.specs[index], limits: limits)
    let (whole, rounds) = try stretch.run()
    try withTemporaryFolder { folder in
      for round in stride(from: 1, to: rounds, by: max(1, rounds / 8)) {
        let found = try stretch.resumed(after: round, workers: 1 + index / 2 % 2, in: folder)
        #expect(found.facts == whole.facts, "stopped after \(round) of \(rounds) rounds")
      }
    }
  }

  @Test func `decides what comes in the end as it would have decided it`() throws {
    var (cycles, ends) = (0, 0)
    for seed in UInt64(0)..<24 {
      let system = RandomSystem(seed: seed, isPatient: true)
      let stretch = Stretch(
        spec: system.spec,
        limits: ExplorationLimits(
          depth: 4, inFlight: RandomSystem.cap, workers: 1 + Int(seed % 2), keepsGoing: true))
      let (whole, rounds) = try stretch.run()
      cycles += whole.findings.count { $0.cycle > 0 }
      ends += whole.findings.count { $0.violation.kind == "eventually" && $0.cycle == 0 }
      try withTemporaryFolder { folder in
        for round in stride(from: 1, to: rounds, by: max(1, rounds / 3)) {
          let found = try stretch.resumed(
            after: round, workers: 1 + Int(seed / 2 % 2), in: folder)
          #expect(found.facts == whole.facts, "\(system), after \(round) of \(rounds) rounds")
        }
      }
    }
    #expect(cycles >= 5)
    #expect(ends >= 5)
  }

  @Test func `takes three bytes a step where a graph is kept`() throws {
    let spec = completions(of: 10).eventually("all of them") { $0.isDone.allSatisfy { $0 } }
    try withTemporaryFolder { folder in
      let file = CheckpointFile(path: folder.appendingPathComponent("x.search").path)
      _ = try Stretch(spec: spec, limits: ExplorationLimits(depth: 9, keepsGoing: true))
        .run(Checkpointing(writer: CheckpointWriter(file)))
      let kept = try file.read()
      #expect(kept.head.expanded == 1_013)
      #expect((2.5..<3.5).contains(Double(kept.graph.count) / Double(kept.head.generated)))
    }
  }

  @Test func `goes deeper, and past other limits that do not change the space`() throws {
    let deep = Stretch(
      spec: contador, limits: ExplorationLimits(depth: 6, inFlight: 2, keepsGoing: true))
    let (whole, _) = try deep.run()
    #expect(whole.layers.reduce(0, +) == 158)
    try withTemporaryFolder { folder in
      let file = CheckpointFile(path: folder.appendingPathComponent("x.search").path)
      for limits in [
        ExplorationLimits(depth: 4, inFlight: 2, keepsGoing: true),
        ExplorationLimits(inFlight: 2, configurations: 60, keepsGoing: true),
        ExplorationLimits(depth: 3, inFlight: 2),
      ] {
        var shallow = deep
        shallow.limits = limits
        _ = try shallow.run(Checkpointing(writer: CheckpointWriter(file)))
        let (found, _) = try deep.run(Checkpointing(start: file.read()))
        #expect(found.facts == whole.facts)
      }
    }
  }

  @Test func `is written down meanwhile, not only when it stops`() throws {
    let stretch = Stretch(spec: catchUp(repaired: false))
    try withTemporaryFolder { folder in
      let file = CheckpointFile(path: folder.appendingPathComponent("x.search").path)
      let writer = CheckpointWriter(file, every: .zero)
      let (whole, rounds) = try stretch.run(Checkpointing(writer: writer))
      #expect(whole.isClosed)
      #expect(whole.checkpoint == nil)
      #expect(rounds > 5)
      let (found, left) = try stretch.run(Checkpointing(start: file.read()))
      #expect(found.facts == whole.facts)
      #expect(left == 1)
    }
  }

  @Test func `says that another build began it, and proves nothing`() throws {
    let stretch = Stretch(spec: catchUp(repaired: true))
    try withTemporaryFolder { folder in
      let file = CheckpointFile(path: folder.appendingPathComponent("x.search").path)
      var checkpoints = Checkpointing(writer: CheckpointWriter(file), build: "one")
      _ = try stretch.run(checkpoints, stoppingAfter: 3)
      checkpoints = Checkpointing(
        writer: CheckpointWriter(file), start: try file.read(), build: "another")
      _ = try stretch.run(checkpoints, stoppingAfter: 5)
      let (found, _) = try stretch.run(Checkpointing(start: file.read(), build: "another"))
      #expect(found.isClosed)
      #expect(
        found.reservations == [
          "a part was searched by another build of this executable, and what has changed since "
            + "shows only where it led to a configuration that was met"
        ])
    }
  }

  /// Counts to forty.
  private struct Forty: Reducer {
    struct State { var count = 0 }

    func reduce(into state: inout State, action: Int) -> Effect<Int> {
      state.count = min(40, state.count + action)
      return .none
    }

    static func spec(breaksAt count: Int) -> Spec<State, Int> {
      Spec("Forty", of: Forty(), startingAt: State()).sending(1)
        .never("broken") { $0.count == count }
    }
  }

  private func report(
    _ spec: any Checkable, _ limits: ExplorationLimits, _ checkpoints: Checkpointing
  ) throws -> SpecReport {
    try onHarnessThread {
      let run = try SpecRun(spec.erased)
      let result = try Explorer(run: run, limits: limits, checkpoints: checkpoints).explore()
      return run.machine.perform { Reporter(run: run).report(result) }
    }
  }

  @Test func `does not report what another build broke and this one does not`() throws {
    try withTemporaryFolder { folder in
      let file = CheckpointFile(path: folder.appendingPathComponent("x.search").path)
      let limits = ExplorationLimits(depth: 5, workers: 1, keepsGoing: true)
      let first = try report(
        Forty.spec(breaksAt: 3), limits,
        Checkpointing(writer: CheckpointWriter(file), build: "one"))
      #expect(first.properties.first?.verdict == .falsified)
      let start = try file.read()
      let all = ExplorationLimits(workers: 1, keepsGoing: true)
      let repaired = try report(
        Forty.spec(breaksAt: 100), all, Checkpointing(start: start, build: "two"))
      #expect(repaired.properties.first?.verdict == .inconclusive)
      #expect(
        repaired.properties.first?.reason
          == "another build of this executable broke it after 3 events, and this one does not: "
          + "search anew, without --resume")
      let same = try report(
        Forty.spec(breaksAt: 3), all, Checkpointing(start: start, build: "one"))
      #expect(same.properties.first?.verdict == .falsified)
      #expect(same.properties.first?.length == 3)
    }
  }
}
