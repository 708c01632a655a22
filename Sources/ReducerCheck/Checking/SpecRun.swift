import TransitionSystems

/// A spec made ready to be fuzzed and replayed: its model, and the machine that runs it.
struct SpecRun {
  let spec: AnySpec
  private(set) var model: FeatureModel
  let machine: Machine

  /// Prepares a spec.
  ///
  /// - Parameter probes: Whether a derived alphabet leaves out what effects are seen to send; to
  ///   see that, the feature is run for a few walks.
  /// - Throws: ``SpecificationError`` if it cannot run.
  init(
    _ spec: AnySpec, inFlight: Int? = nil, payloads: PayloadLimits = PayloadLimits(),
    journal: Journal = Journal(), probes: Bool = true
  ) throws {
    self.spec = spec
    var model = try FeatureModel(spec, maxInFlight: inFlight, payloads: payloads)
    if spec.listed.isEmpty && probes { Self.leaveOutDelivered(&model, spec.kept, journal) }
    self.model = model
    machine = Self.machine(for: model)
    machine.journal = journal
  }

  private static func machine(for model: FeatureModel) -> Machine {
    switch model.feature {
    case .reducer: Simulation(model)
    case .foreign: ReplayMachine(model)
    }
  }

  /// How the probe walks that sees which cases come from effects.
  static let probe = (seed: UInt64(0), limits: FuzzLimits(walks: 50))

  /// Takes the cases that effects were seen to send out of a derived alphabet.
  private static func leaveOutDelivered(
    _ model: inout FeatureModel, _ kept: [String], _ journal: Journal
  ) {
    let machine = machine(for: model)
    machine.journal = journal
    journal.stage = .probing
    let probe = Fuzzer(machine, seed: probe.seed, limits: probe.limits)
    machine.perform { probe.run() }
    journal.reset()
    let left = model.sources.filter { source in
      let isDelivered = source.tag.map { probe.coverage.isDelivered(tag: $0) } ?? false
      guard isDelivered && !kept.contains(source.name) else { return true }
      model.notes.append(
        "\(source.name) is not sent from outside: effects send it. To send it too, add "
          + ".keeping(\"\(source.name)\").")
      return false
    }
    if !left.isEmpty { model.sources = left }
  }

  /// What fuzzing came to.
  struct Outcome {
    var counterexamples: [Counterexample] = []
    var coverage: Coverage
    var walks: Int
    let seed: UInt64
    /// `.reachable` properties that were reached, by place.
    var reached: Set<Int>
    /// Per property: how often it was asked, and how often its premise held.
    var asked: [Int]
    var substantial: [Int]
  }

  /// Fuzzes, and shrinks and confirms what broke.
  func fuzz(
    seed: UInt64, limits: FuzzLimits, shrinks: Bool = true,
    until isOver: (_ walks: Int, _ events: Int) -> Bool = { _, _ in false }
  ) -> Outcome {
    let journal = machine.journal
    return machine.perform {
      let fuzzer = Fuzzer(machine, seed: seed, limits: limits)
      journal.stage = .fuzzing
      fuzzer.run { isOver($0.walks, $0.coverage.total) }
      journal.stage = .shrinking
      var outcome = Outcome(
        coverage: fuzzer.coverage, walks: fuzzer.walks, seed: seed,
        reached: fuzzer.checker.reached, asked: fuzzer.checker.asked,
        substantial: fuzzer.checker.substantial)
      for breach in fuzzer.breaches {
        let trace = TraceRunner(machine: machine).trace(of: breach.path)
        let found =
          counterexample(trace, breach.violation, seed: seed, shrinks: shrinks)
          ?? onceOnly(trace, breach.violation, seed: seed)
        let isKnown = outcome.counterexamples.contains {
          $0.violation.demand == found.violation.demand && $0.signature == found.signature
        }
        if !isKnown { outcome.counterexamples.append(found) }
      }
      journal.stage = .idle
      return outcome
    }
  }

  /// What was broken on a way, and not when its events were taken again.
  func onceOnly(_ trace: Trace, _ violation: Violation, seed: UInt64) -> Counterexample {
    let reason =
      "it broke once, and not when the events that led there were taken again: the feature "
      + "depends on something that is not controlled, or two different values have one text"
    let once = Violation(
      property: violation.property, name: violation.name, kind: violation.kind,
      reason: violation.reason.map { "\($0); \(reason)" } ?? reason)
    return Counterexample(
      spec: spec.name, violation: once, trace: trace, certificate: .none,
      originalLength: trace.events.count, evaluations: 0, seed: seed, disagreement: nil,
      isConfirmed: false)
  }

  /// The minimal trace that breaks what this one does; nil if this one does not break it.
  func counterexample(
    _ trace: Trace, _ violation: Violation, seed: UInt64, shrinks: Bool = true
  ) -> Counterexample? {
    let shrinker = TraceShrinker(machine: machine)
    let limits = ShrinkLimits(evaluations: shrinks ? ShrinkLimits().evaluations : 0)
    guard let shrunk = shrinker.shrink(trace, demand: violation.demand, limits: limits)
    else { return nil }
    let runner = TraceRunner(machine: machine)
    let last = runner.run(shrunk.trace, until: violation.demand).violation ?? violation
    let isConfirmable =
      machine is Simulation && violation.isConfirmable && runner.isConfirmable(shrunk.trace)
    return Counterexample(
      spec: spec.name, violation: last, trace: shrunk.trace, certificate: shrunk.certificate,
      originalLength: trace.events.count, evaluations: shrunk.evaluations, seed: seed,
      disagreement: isConfirmable ? runner.confirm(shrunk.trace) : nil,
      isConfirmed: isConfirmable)
  }
}

extension Violation {
  /// Whether the live store can be expected to show the same: not where control was lost.
  var isConfirmable: Bool {
    guard let finding = FindingKind(rawValue: kind) else { return true }
    return finding == .misuse
  }
}
