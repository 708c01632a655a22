import Reducers

/// A property that does not hold, and where.
struct Violation: Codable, Equatable {
  /// The property's place in the spec; nil for a finding that needed no property.
  let property: Int?
  let name: String
  let kind: String
  let reason: String?

  /// What it has in common with other violations of the same demand.
  var demand: String { "\(kind) \(name)" }
}

extension Violation {
  init(_ finding: Finding) {
    self.init(
      property: nil, name: finding.name, kind: finding.kind.rawValue, reason: finding.message)
  }
}

/// Moves a machine and says what the spec's properties make of it.
struct Checker {
  let machine: Machine
  var properties: [Property] { machine.model.properties }
  /// The properties that are asked in every configuration, each behind a reference: iterating
  /// over the properties themselves would copy their closures.
  private let demands: [Demand]
  /// The same, not counted each time they are asked: `demands` keeps them.
  private let asks: [Unmanaged<Demand>]
  /// The moment to show the next configuration in.
  private var spare: ErasedMoment?
  private let hasMemories: Bool
  private let hasSteps: Bool

  /// How often each property's premise held, and how often it was asked.
  var substantial: [Int]
  var asked: [Int]
  /// The `.reachable` properties seen to hold.
  var reached: Set<Int> = []
  /// Where a search has told this to go on.
  private var place: UInt32 = 0
  /// Those that the last search step reached.
  private var justReached: [Int] = []

  private final class Demand {
    let kind: PropertyKind
    let index: Int
    let check: (ErasedMoment, Int) -> Claim

    init?(_ property: Property, _ index: Int) {
      guard property.kind != .step, let check = property.check else { return nil }
      self.kind = property.kind
      self.index = index
      self.check = check
    }

    /// What the property says of a configuration: a violation is a claim that does not hold.
    ///
    /// `.never` is turned round; a `.reachable` has no violations.
    @inline(__always)
    func claim(at moment: ErasedMoment) -> Claim? {
      switch kind {
      case .always: return answer(at: moment)
      case .never:
        let claim = answer(at: moment)
        return Claim(
          holds: !claim.holds, isSubstantial: claim.isSubstantial, reason: claim.reason)
      case .quiescent, .eventually, .leadsTo: return moment.isQuiescent ? answer(at: moment) : nil
      case .reachable, .step: return nil
      }
    }

    @inline(__always)
    func answer(at moment: ErasedMoment) -> Claim {
      check(moment, index)
    }
  }

  init(_ machine: Machine) {
    self.machine = machine
    demands = machine.model.properties.enumerated().compactMap { Demand($1, $0) }
    asks = demands.map { Unmanaged.passUnretained($0) }
    hasMemories = machine.model.properties.contains { $0.update != nil }
    hasSteps = machine.model.properties.contains { $0.checkStep != nil }
    substantial = Array(repeating: 0, count: machine.model.properties.count)
    asked = substantial
  }

  /// What a step came to.
  struct Step {
    var report: Machine.Report
    var violations: [Violation]
  }

  /// The violations in a configuration that nothing led to.
  mutating func check(start configuration: Configuration) -> [Violation] {
    var configuration = configuration
    return machine.takeStartFindings().map(Violation.init) + violations(at: &configuration)
  }

  /// Moves a configuration, and checks the step and where it led.
  mutating func step(
    _ event: Event, from configuration: inout Configuration,
    decisions: Decisions = .first
  ) -> Step {
    machine.journal.beginMove()
    let step = take(event, from: &configuration, decisions: decisions)
    return step.report.findings.isEmpty ? step : ownedUp(step, event)
  }

  /// Moves a configuration, and checks the step but not where it led.
  mutating func move(
    _ event: Event, from configuration: inout Configuration,
    decisions: Decisions = .first
  ) -> Step {
    machine.journal.beginMove()
    let step = take(event, from: &configuration, decisions: decisions, asksClaims: false)
    return step.report.findings.isEmpty ? step : ownedUp(step, event)
  }

  /// A step without the misuse that only the harness is to blame for: a generated action for a
  /// child that is not there, which no view would send.
  private func ownedUp(_ step: Step, _ event: Event) -> Step {
    guard case .send(_, let source, _) = event,
      machine.model.sources.indices.contains(source), machine.model.sources[source].draw != nil
    else { return step }
    let ours: [Misuse.Kind] = [
      .actionForAbsentChild, .missingElement, .stateInAnotherCase, .unknownStackElement,
      .duplicateStackElement,
    ]
    var step = step
    step.violations.removeAll { violation in
      violation.kind == FindingKind.misuse.rawValue
        && ours.contains { violation.name.hasPrefix($0.rawValue) }
    }
    return step
  }

  private mutating func take(
    _ event: Event, from configuration: inout Configuration, decisions: Decisions,
    asksClaims: Bool = true
  ) -> Step {
    guard hasMemories || hasSteps else {
      let report = machine.apply(event, to: &configuration, decisions: decisions)
      var violations = asksClaims ? violations(at: &configuration) : []
      if !report.findings.isEmpty {
        violations = report.findings.map(Violation.init) + violations
      }
      return Step(report: report, violations: violations)
    }
    let before = configuration
    let report = machine.apply(event, to: &configuration, decisions: decisions)
    let machine = machine
    let transition = ErasedTransition(
      before: machine.moment(before), after: machine.moment(configuration), kind: event.kind,
      actions: report.actions,
      text: { TraceEvent(event, decisions: report.decisions, in: before, machine).text })
    if hasMemories { remember(transition, in: &configuration) }
    var violations = report.findings.map(Violation.init)
    if hasSteps { violations += check(transition, configuration) }
    if asksClaims { violations += self.violations(at: &configuration) }
    return Step(report: report, violations: violations)
  }

  private func remember(
    _ step: ErasedTransition, in configuration: inout Configuration
  ) {
    for (index, property) in properties.enumerated() {
      property.update?(&configuration.monitors[index], step)
    }
  }

  private mutating func check(
    _ step: ErasedTransition, _ configuration: Configuration
  ) -> [Violation] {
    var result: [Violation] = []
    for (index, property) in properties.enumerated() {
      guard let claim = property.checkStep?(step, configuration.monitors[index]) else { continue }
      count(claim, of: index)
      if !claim.holds { result.append(violation(of: index, claim)) }
    }
    return result
  }

  /// Says that a search goes on with the configurations from a place on.
  ///
  /// They may come before others that were expanded, so that what is reached may be reached earlier.
  mutating func goOn(at place: UInt32) {
    if place < self.place { reached = [] }
    self.place = place
  }

  /// What the properties find broken in a configuration, and what is reached in it.
  ///
  /// - Parameter isNew: Whether the configuration counts for how often properties were asked.
  mutating func demands(at configuration: inout Configuration, isNew: Bool) -> [Violation] {
    show(&configuration) { checker, moment in checker.demands(at: moment, isNew: isNew) }
  }

  /// The same of a moment.
  mutating func demands(at moment: ErasedMoment, isNew: Bool) -> [Violation] {
    let counts = isNew ? nil : (asked, substantial)
    var result = violations(at: moment)
    if !justReached.isEmpty {
      result += justReached.map { violation(of: $0, Claim(true)) }
      justReached = []
    }
    if let counts { (asked, substantial) = counts }
    return result
  }

  private mutating func violations(at configuration: inout Configuration) -> [Violation] {
    show(&configuration) { checker, moment in checker.violations(at: moment) }
  }

  private mutating func violations(at moment: ErasedMoment) -> [Violation] {
    var result: [Violation] = []
    for place in asks.indices {
      asks[place]._withUnsafeGuaranteedRef { ask($0, at: moment, &result) }
    }
    return result
  }

  /// Shows a configuration to what asks about it.
  private mutating func show(
    _ configuration: inout Configuration, _ ask: (inout Checker, ErasedMoment) -> [Violation]
  ) -> [Violation] {
    var result: [Violation] = []
    var spare = spare.take()
    ErasedMoment.show(&configuration, in: &spare, names: machine.names) { moment in
      result = ask(&self, moment)
    }
    self.spare = spare
    return result
  }

  private mutating func ask(
    _ demand: Demand, at moment: ErasedMoment, _ result: inout [Violation]
  ) {
    let index = demand.index
    if demand.kind == .reachable {
      if !reached.contains(index), demand.answer(at: moment).holds {
        reached.insert(index)
        justReached.append(index)
      }
    } else if let claim = demand.claim(at: moment) {
      count(claim, of: index)
      if !claim.holds { result.append(violation(of: index, claim)) }
    }
  }

  private mutating func count(_ claim: Claim, of index: Int) {
    asked[index] += 1
    if claim.isSubstantial { substantial[index] += 1 }
  }

  private func violation(of index: Int, _ claim: Claim) -> Violation {
    Violation(
      property: index, name: properties[index].name, kind: properties[index].kind.rawValue,
      reason: claim.reason)
  }
}
