import TransitionSystems

@testable import ReducerCheck

/// A small feature drawn from a seed, with properties of every kind, some of which do not hold.
///
/// Seven in eight are a reducer by itself; the others present children.
struct RandomSystem: CustomStringConvertible {
  let seed: UInt64
  let plan: FeaturePlan
  let spec: any Checkable

  /// Effects in flight at most.
  static var cap: Int { 2 }

  /// - Parameter isPatient: Whether properties of liveness are asked too.
  init(seed: UInt64, isPatient: Bool = false) {
    var generator = PlanGenerator(seed: seed, size: seed % 10 == 9 ? .small : .tiny)
    self.seed = seed
    plan = generator.feature()
    spec =
      seed % 8 == 0
      ? Self.family(of: plan, seed).waiting(isPatient, seed) { $0.count }
      : Self.single(of: plan, seed).waiting(isPatient, seed) { $0.count }
  }

  var description: String { "seed \(seed)\n\(plan)" }

  func run() throws -> SpecRun { try SpecRun(spec.erased, inFlight: Self.cap) }

  /// Limits within which all of it is asked; to the depth that the naive explorer came to.
  func limits(
    asFarAs naive: NaiveExplorer, workers: Int = 1, isCompact: Bool = false
  ) -> ExplorationLimits {
    ExplorationLimits(
      depth: naive.closed ? nil : naive.countsByDepth.count - 1, inFlight: Self.cap,
      workers: workers, isCompact: isCompact, keepsGoing: true)
  }

  /// Searches layer by layer until the space closes or has so many configurations, with a machine
  /// of its own: what it learns deeper than it came in the end is not known to others.
  func naive(_ other: Machine, configurations most: Int) throws -> NaiveExplorer {
    let machine = Simulation(other.model)
    let revision = machine.revision
    let naive = try NaiveExplorer(exploring: machine, configurations: most)
    if machine.revision == revision || naive.closed { return naive }
    // What it has learned on the way may lie deeper than it came when it started over.
    return try NaiveExplorer(
      exploring: Simulation(machine.model), depth: naive.countsByDepth.count - 1,
      configurations: .max)
  }
}

extension RandomSystem {
  /// A reducer without children.
  private static func single(
    of plan: FeaturePlan, _ seed: UInt64
  ) -> Spec<GeneratedLeaf.State, GeneratedLeaf.Action> {
    let leaf = GeneratedLeaf(rules: plan.leaf)
    let spec =
      seed % 3 == 0
      ? Spec("Random", of: leaf, startingAt: .init(id: 0, count: 1), .init(id: 0))
      : Spec("Random", of: leaf, startingAt: GeneratedLeaf.State(id: 0))
    let sends =
      spec
      .withEndpoints()
      .cancellable(seed % 2 == 0)
      .sending { $0.count < 3 ? [Token(code: 0), Token(code: 1)] : [Token(code: 0)] }
      .asking(of: Int(seed % 3) + 1) { $0.count }
    return seed % 8 == 1 ? sends.remembering { $0.count > 2 } : sends
  }

  /// A reducer with children.
  private static func family(
    of plan: FeaturePlan, _ seed: UInt64
  ) -> Spec<GeneratedFeature.State, GeneratedFeature.Action> {
    let sends = Spec("Random", of: GeneratedFeature(plan: plan), startingAt: .init())
      .withEndpoints()
      .cancellable(seed % 16 == 0)
      .sending(codes: [0, 1, 10, 61])
      .asking(of: Int(seed % 3) + 1) { $0.count }
      .step("no event opens a child and counts") {
        (($0.before.child == nil) == ($0.after.child == nil))
          || $0.before.state.count == $0.after.state.count
      }
    return seed % 24 == 8 ? sends.remembering { $0.child != nil } : sends
  }
}

extension Spec {
  /// Demands of states, of what is in flight, of rest and of steps.
  fileprivate func asking(of count: Int, _ value: @escaping (State) -> Int) -> Self {
    never("the count is met") { value($0.state) == count }
      .reachable("the count") { value($0.state) == count }
      .always("at most one in flight") { $0.inFlight.count <= 1 }
      .quiescent("at rest the count is even") { value($0.state) % 2 == 0 }
      .step("no event counts by two") { abs(value($0.before.state) - value($0.after.state)) != 2 }
  }

  /// Demands of what comes in the end, where they are wanted.
  fileprivate func waiting(
    _ isPatient: Bool, _ seed: UInt64, _ value: @escaping (State) -> Int
  ) -> Self {
    guard isPatient else { return self }
    return eventually("the count comes back to 1") { value($0.state) == 1 }
      .eventually("all is done") { $0.inFlight.isEmpty }
      .eventually("all is done once", whileTheOutsideActs: true) { $0.inFlight.isEmpty }
      .eventually("the count is even", whileTheOutsideActs: seed % 2 == 0) {
        value($0.state) % 2 == 0
      }
      .leadsTo("two leads to none", whileTheOutsideActs: seed % 2 == 1) {
        value($0.state) == 2
      } to: {
        value($0.state) == 0
      }
  }

  /// A demand of what has been, which is part of a configuration.
  fileprivate func remembering(_ fact: @escaping (State) -> Bool) -> Self {
    always("what was so stays so", remembering: false) { was, step in
      was = was || fact(step.after.state)
    } check: { moment, was in
      was.implies(fact(moment.state))
    }
  }
}
