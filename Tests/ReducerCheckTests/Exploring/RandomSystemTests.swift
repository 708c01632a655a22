import Testing
import TransitionSystems

@testable import ReducerCheck

private let amount = Amount("EXPLORING")

/// Random systems, and what was noticed of them.
private struct Survey {
  /// Systems looked at, and those among them whose space closed.
  var count = 0
  var closed = 0
  /// Demands that were broken or reached.
  var demands = 0
  /// Ways to go on for ever without what is to come.
  var cycles = 0
  private(set) var differences: [String] = []

  static var mostDifferences: Int { 5 }

  /// Looks at systems of seeds in order, on a thread of the harness.
  static func of(
    _ count: Int, from first: Int = 0, every stride: Int, isPatient: Bool = false,
    _ look: @escaping (RandomSystem, inout Survey) throws -> [String]
  ) throws -> Survey {
    try onHarnessThread {
      var survey = Survey()
      for index in 0..<count where survey.differences.count < mostDifferences {
        let system = RandomSystem(
          seed: UInt64(amount.firstSeed + first + index * stride), isPatient: isPatient)
        let found = try look(system, &survey)
        survey.count += 1
        if !found.isEmpty {
          survey.differences.append("\(system)\n\(found.joined(separator: "\n"))")
        }
      }
      return survey
    }
  }

  /// Records what differs, and whether there was enough to differ in.
  func record(closing share: Int) {
    print("\(count) random systems, \(closed) closed, \(demands) demands decided, \(cycles) cycles")
    for difference in differences { Issue.record("\(difference)") }
    guard count >= 50 else { return }
    #expect(closed * 100 >= count * share)
    #expect(demands > count)
  }
}

/// What does not agree, as a line each.
private func differences<Value: Equatable>(
  _ what: String, _ one: Value, _ other: Value
) -> [String] {
  one == other ? [] : ["\(what): \(one) and \(other)"]
}

@Suite struct `Random systems` {
  /// In parts, which are searched side by side.
  @Test(arguments: 0..<4)
  func `are searched as an explorer written for clarity searches them`(part: Int) throws {
    let survey = try Survey.of(
      amount.count(500, full: 5_000), from: part, every: 4
    ) { system, survey in
      let run = try system.run()
      let naive = try system.naive(run.machine, configurations: amount.isFull ? 300 : 6)
      let found = try run.searched(system.limits(asFarAs: naive))
      if found.isClosed { survey.closed += 1 }
      survey.demands += found.findings.count
      let broken = found.findings.filter { $0.violation.kind != "reachable" }
      let lengths = Dictionary(
        broken.map { ($0.violation.name, $0.path.steps.count) }, uniquingKeysWith: min)
      return differences("configurations", found.countsByDepth, naive.countsByDepth)
        + differences("generated", found.generated, naive.transitions + found.layers[0])
        + differences("closed", found.isClosed, naive.closed)
        + differences("lengths", lengths, naive.traces.mapValues(\.count))
        + differences(
          "witness", found.length(of: "the count"), found.length(of: "the count is met"))
    }
    survey.record(closing: 10)
  }

  @Test func `are searched alike by one worker and two, with whole configurations and without`()
    throws
  {
    let survey = try Survey.of(amount.count(50, full: 2_000), every: 7) { system, survey in
      let naive = try system.naive(system.run().machine, configurations: amount.isFull ? 600 : 30)
      let plain = try SearchFacts.of(system.spec, system.limits(asFarAs: naive))
      if plain.end == .closed { survey.closed += 1 }
      survey.demands += plain.findings.count
      return try [(1, true), (2, false), (2, true)].flatMap { workers, isCompact in
        let other = try SearchFacts.of(
          system.spec, system.limits(asFarAs: naive, workers: workers, isCompact: isCompact))
        return differences("\(workers) workers\(isCompact ? ", compact" : "")", plain, other)
      }
    }
    survey.record(closing: 20)
  }

  @Test func `are decided alike, by one worker and two, where something is to come in the end`()
    throws
  {
    let survey = try Survey.of(amount.count(60, full: 1_500), every: 5, isPatient: true) {
      system, survey in
      let limits = ExplorationLimits(
        depth: amount.isFull ? 5 : 4, inFlight: RandomSystem.cap, workers: 1, keepsGoing: true)
      var shared = limits
      shared.workers = 2
      let plain = try SearchFacts.of(system.spec, limits)
      if plain.end == .closed { survey.closed += 1 }
      survey.demands += plain.findings.count
      survey.cycles += plain.findings.count { $0.contains("again and again") }
      return differences("workers", plain, try SearchFacts.of(system.spec, shared))
    }
    survey.record(closing: 10)
    #expect(survey.cycles >= 10)
  }

  @Test func `show nothing by any way that telling them apart by their keys leaves out`() throws {
    let survey = try Survey.of(amount.count(200, full: 4_000), every: 3) { system, survey in
      let machine = try Simulation(system.run().model)
      let revision = machine.revision
      let every = EveryWay(machine, ways: amount.isFull ? 1_000 : 200)
      // Keys made before something was learned leave it out.
      guard machine.revision == revision else { return [] }
      survey.closed += 1
      survey.demands += every.shown.count
      let shown = EveryWay.shown(by: machine, depth: every.depth)
      return differences("shown within \(every.depth) steps", shown.count, every.shown.count)
        + differences("all of it", shown.isSuperset(of: every.shown), true)
    }
    survey.record(closing: 20)
  }

  @Test func `are decided as taking every walk decides them`() throws {
    let survey = try Survey.of(amount.count(400, full: 4_000), every: 7, isPatient: true) {
      system, survey in
      let run = try system.run()
      let machine = Simulation(run.model)
      let revision = machine.revision
      let naive = NaiveLiveness(machine, configurations: amount.isFull ? 120 : 40)
      // Keys made before something was learned leave it out.
      guard naive.closed, machine.revision == revision else { return [] }
      survey.closed += 1
      let found = try run.searched(ExplorationLimits(inFlight: RandomSystem.cap, keepsGoing: true))
      let waiting = run.model.properties.filter(\.kind.isLiveness).map(\.name)
      let broken = Set(found.findings.map(\.violation.name))
      survey.demands += waiting.count
      survey.cycles += found.findings.count { $0.cycle > 0 }
      return waiting.flatMap { name in
        differences("broken: \(name)", broken.contains(name), naive.broken.contains(name))
      }
    }
    survey.record(closing: 20)
    #expect(survey.cycles >= 10)
  }

  @Test func `show fuzzing nothing that a search of all of them did not meet`() throws {
    let survey = try Survey.of(amount.count(100, full: 4_000), every: 3) { system, survey in
      let run = try system.run()
      let naive = try system.naive(run.machine, configurations: amount.isFull ? 300 : 30)
      guard naive.closed else { return [] }
      survey.closed += 1
      let found = try run.searched(system.limits(asFarAs: naive))
      let demands = Set(found.findings.map(\.violation.demand))
      survey.demands += demands.count
      let fuzzed = run.fuzz(
        seed: system.seed, limits: FuzzLimits(walks: 12, events: 20), shrinks: false)
      let reached = fuzzed.reached.map { run.model.properties[$0].demand }
      return (fuzzed.counterexamples.map(\.violation.demand) + reached)
        .filter { !demands.contains($0) }.map { "only fuzzing finds \($0)" }
    }
    survey.record(closing: 20)
  }

  @Test func `break on the live store as they do in a search`() throws {
    let survey = try Survey.of(amount.count(60, full: 1_500), every: 11) { system, survey in
      let run = try system.run()
      let naive = try system.naive(run.machine, configurations: amount.isFull ? 300 : 30)
      let found = try run.searched(system.limits(asFarAs: naive))
      return run.machine.perform {
        found.findings.flatMap { finding in
          survey.demands += 1
          return run.differencesOnReplay(of: finding)
        }
      }
    }
    survey.record(closing: 0)
  }
}

extension SpecRun {
  /// What is wrong with a counterexample or witness when it is replayed by its names.
  fileprivate func differencesOnReplay(of found: Exploration.Found) -> [String] {
    let runner = TraceRunner(machine: machine)
    let trace = runner.trace(of: found.path)
    let isWitness = found.violation.kind == "reachable"
    let replayed = runner.run(
      trace, until: isWitness ? "nothing" : found.violation.demand, exactly: true, recording: true)
    var result: [String] = []
    if !isWitness && replayed.violation == nil { result.append("does not break again") }
    result += differences("events", replayed.events.count, found.path.steps.count)
    // What depends on the order of threads may do otherwise on the live store.
    if replayed.steps.contains(where: { $0.report.findings.contains(where: \.endsComparison) }) {
      return result.map { "\(text(of: found)): \($0)" }
    }
    if runner.isConfirmable(trace), let disagreement = runner.confirm(trace) {
      result.append(disagreement.description)
    }
    if !isWitness {
      let shrunk = counterexample(trace, found.violation, seed: 0)
      result += differences("minimal", shrunk?.trace.events.count, found.path.steps.count)
      result += shrunk?.disagreement.map { [$0.description] } ?? []
    }
    return result.map { "\(text(of: found)): \($0)" }
  }
}
