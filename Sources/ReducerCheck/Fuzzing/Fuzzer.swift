import TransitionSystems

/// A walk as it happened, before it is written down by names.
struct Path {
  struct Step {
    let event: Event
    /// The choices made inside the step, without the plain ones at the end.
    let choices: [Int]
  }

  let start: ErasedState
  var steps: [Step] = []
}

/// Random walks over a machine's steps.
///
/// Each walk is a function of the seed, its number, and what the walks before it kept; so the same
/// seed gives the same walks, whatever the machine.
final class Fuzzer {
  // Exclusivity is unchecked on the hot path: one thread, and the closures that run during a step
  // are the spec's, which cannot reach the fuzzer.
  let machine: Machine
  @exclusivity(unchecked) var checker: Checker
  @exclusivity(unchecked) private(set) var coverage: Coverage
  private(set) var walks = 0
  /// Walks that broke something, first of each kind first.
  private(set) var breaches: [(path: Path, violation: Violation)] = []
  private let seed: UInt64
  private let limits: FuzzLimits
  private var journal: Journal { machine.journal }
  private var signatures: [String: Int] = [:]
  @exclusivity(unchecked) private var kept: [(path: Path, end: Configuration)] = []
  @exclusivity(unchecked) private var shapes: Set<UInt64> = []
  @exclusivity(unchecked) private var completions: [Event] = []
  private var sends: [Event] = []
  /// The sends of an alphabet that is the same in every state; nil where it is not.
  private let fixedSends: [Event]?
  /// Stops before this event, to name what a process died of.
  private let lastEvent: UInt64
  /// The path whose last event was not taken.
  private(set) var lastPath: Path?

  /// Configurations kept to start further walks from.
  private static var keptLimit: Int { 64 }
  private static var shapeLimit: Int { 4_096 }
  /// One event in 64 is audited for purity.
  private static var auditMask: UInt64 { 63 }

  init(
    _ machine: Machine, seed: UInt64, limits: FuzzLimits, stoppingBefore event: UInt64 = .max
  ) {
    self.machine = machine
    self.seed = seed
    self.limits = limits
    lastEvent = event
    checker = Checker(machine)
    coverage = Coverage(machine.model.cases)
    fixedSends = machine.model.fixedSends
  }

  /// Walks until the limits are reached or `isOver` says so; asked once a walk.
  func run(until isOver: (Fuzzer) -> Bool = { _ in false }) {
    while limits.walks.map({ walks < $0 }) ?? true, !isOver(self), lastPath == nil {
      walk()
      walks += 1
    }
  }

  private func walk() {
    var plan = WalkPlan(seed: seed, walk: UInt64(walks))
    journal.walk = UInt64(walks)
    var (path, configuration) = start(&plan)
    var broken = Broken()
    if path.steps.isEmpty {
      take(checker.check(start: configuration), path, &broken)
    }
    for _ in 0..<limits.events {
      guard let event = choose(in: configuration, &plan) else { return }
      if journal.events + 1 >= lastEvent {
        path.steps.append(Path.Step(event: event, choices: []))
        lastPath = path
        return
      }
      // A copy to go back to; a step that starts several effects at once may still surprise.
      let mayExceed = configuration.ledger.entries.count >= machine.model.maxInFlight
      let before = mayExceed ? configuration : nil
      journal.beginEvent()
      let endpoint = outcome(of: event, in: configuration)
      let audited = audit(event, configuration)
      let reached = checker.reached
      let step = checker.step(
        event, from: &configuration, decisions: .random(seed: plan.source.next()))
      if machine.isRefused(configuration) {
        // Past the limit nothing counts.
        checker.reached = reached
        guard let before else { return }
        configuration = before
        continue
      }
      path.steps.append(Path.Step(event: event, choices: step.report.decisions.significant))
      coverage.count(
        event, step.report.actions,
        inFlight: configuration.ledger.entries.count(where: \.isInFlight))
      if let endpoint { coverage.count(outcome: endpoint.isFailure, of: endpoint.endpoint) }
      if !step.violations.isEmpty || audited != nil {
        take(step.violations + (audited.map { [Violation($0)] } ?? []), path, &broken)
      }
      keep(path, configuration, event, &plan)
    }
  }

  private func start(
    _ plan: inout WalkPlan
  ) -> (Path, Configuration) {
    if !kept.isEmpty && plan.below(4) == 0 {
      let chosen = kept[plan.below(kept.count)]
      return (chosen.path, chosen.end)
    }
    let state = machine.model.initialStates[plan.below(machine.model.initialStates.count)]
    return (Path(start: state), machine.start(from: state))
  }

  // MARK: Choosing events

  private func choose(
    in configuration: Configuration, _ plan: inout WalkPlan
  ) -> Event? {
    machine.events(in: configuration, into: &completions, sends: false)
    let sendsFirst = completions.isEmpty || plan.sends()
    if sendsFirst, let event = drawSend(configuration, &plan) { return event }
    if !completions.isEmpty { return completions[plan.pick(completions)] }
    return sendsFirst ? nil : drawSend(configuration, &plan)
  }

  private func drawSend(
    _ configuration: Configuration, _ plan: inout WalkPlan
  ) -> Event? {
    if let fixedSends { return pick(fixedSends, &plan) }
    sends.removeAll(keepingCapacity: true)
    var place = 0
    for (index, source) in machine.model.sources.enumerated() {
      if source.draw != nil {
        if plan.allows(place), let event = draw(source, index, &plan) {
          sends.append(event)
        }
        place += 1
        continue
      }
      for (action, choices) in source.enumerate(configuration.state) {
        if plan.allows(place) {
          sends.append(.send(action, source: index, choices: choices))
        }
        place += 1
      }
    }
    return sends.isEmpty ? nil : sends[plan.below(sends.count)]
  }

  /// One of the sends that the walk allows.
  private func pick(_ sends: [Event], _ plan: inout WalkPlan) -> Event? {
    var allowed = 0
    for place in sends.indices where plan.allows(place) { allowed += 1 }
    guard allowed > 0 else { return nil }
    var left = plan.below(allowed)
    for place in sends.indices where plan.allows(place) {
      if left == 0 { return sends[place] }
      left -= 1
    }
    return nil
  }

  private func draw(
    _ source: ActionSource, _ index: Int, _ plan: inout WalkPlan
  ) -> Event? {
    var choices = ChoiceSource(then: .random(plan.source.split()), recordsSpans: false)
    guard let action = try? source.draw?(&choices) else { return nil }
    return .send(action, source: index, choices: choices.sequence.values)
  }

  private func outcome(
    of event: Event, in configuration: Configuration
  ) -> (endpoint: Endpoint, isFailure: Bool)? {
    configuration.resolution(by: event).map { ($0.call.endpoint, $0.outcome?.isFailure ?? false) }
  }

  // MARK: What is noticed

  /// Now and then, applies an event twice to the same configuration: two answers mean that the
  /// reducer is not a function of state and action.
  private func audit(
    _ event: Event, _ configuration: Configuration
  ) -> Finding? {
    guard journal.events & Self.auditMask == 0, event.kind == .send else { return nil }
    return machine.purityFinding(of: event, in: configuration)
  }

  private func take(
    _ violations: [Violation], _ path: Path, _ broken: inout Broken
  ) {
    for violation in violations where broken.insert(violation) {
      let count = signatures[violation.demand, default: 0]
      // Traces of an impure reducer tell nothing apart: they need not come out alike again.
      let isImpure = violation.kind == FindingKind.impureReducer.rawValue
      guard count < (isImpure ? 1 : limits.counterexamples) else { continue }
      signatures[violation.demand] = count + 1
      breaches.append((path, violation))
    }
  }

  /// Keeps configurations of a shape not met before, to start other walks from.
  private func keep(
    _ path: Path, _ configuration: Configuration,
    _ event: Event, _ plan: inout WalkPlan
  ) {
    guard shapes.count < Self.shapeLimit else { return }
    let shape =
      configuration.state.fingerprint
      &+ UInt64(configuration.ledger.entries.count) &* 31 &+ UInt64(event.kind.rank)
    guard shapes.insert(shape).inserted else { return }
    if kept.count < Self.keptLimit {
      kept.append((path, configuration))
    } else {
      kept[plan.below(kept.count)] = (path, configuration)
    }
  }
}

/// The demands that a walk has broken already.
private struct Broken {
  /// By place, since a property that is broken often stays so for the rest of the walk.
  private var properties: [Int] = []
  private var findings: [String] = []

  /// Whether it is the first violation of its demand.
  mutating func insert(_ violation: Violation) -> Bool {
    if let property = violation.property {
      if properties.contains(property) { return false }
      properties.append(property)
    } else {
      if findings.contains(violation.demand) { return false }
      findings.append(violation.demand)
    }
    return true
  }
}

extension FeatureModel {
  /// The sends in order of their places, where they are the same in every state and not drawn.
  fileprivate var fixedSends: [Event]? {
    var result: [Event] = []
    for (index, source) in sources.enumerated() {
      guard let fixed = source.fixed, source.draw == nil else { return nil }
      for action in fixed { result.append(.send(action, source: index, choices: [])) }
    }
    return result
  }
}
