import Reducers
import TransitionSystems

/// A feature's abstract machine as the search sees it.
///
/// Each configuration is moved by each event that is enabled in it, and each of those by every
/// combination of the choices inside the step.
///
/// State and Action need not be Sendable for several workers to search. A configuration is a value:
/// who moves it moves a copy, and what copies share is copied before it is written to, or is never
/// written to. Rounds hand configurations from one thread to another with a barrier in between. A
/// State that holds a reference is another matter, and is noticed: nothing is proved of it.
final class FeatureSystem: TransitionSystem {
  final class Batch {
    var configurations: [Configuration] = []
    /// The orders of their keys, where a graph needs them.
    var orders: [GraphRecorder.KeyOrder] = []
  }

  let machine: Machine
  private let limits: ExplorationLimits
  private let fields: FieldPlans
  @exclusivity(unchecked) private var checker: Checker
  @exclusivity(unchecked) private(set) var coverage: ExplorationCoverage
  /// Where nodes and edges are taken down; nil where nobody needs them.
  let graph: (any SpaceRecording)?
  /// The same, where it is for liveness.
  var recorder: GraphRecorder? { graph as? GraphRecorder }
  private var audits = 0
  /// Those of the search that this one goes on from.
  var auditsBefore = 0
  @exclusivity(unchecked) var events: [Event] = []
  /// Moves the machine where nothing is asked.
  lazy var follower = Checker(machine)
  /// What went past the limit on virtual time.
  private var refusedByTime = 0
  /// What was counted of the steps taken.
  var tally: ExplorationTally {
    ExplorationTally(
      steps: coverage.steps, asked: checker.asked, substantial: checker.substantial,
      refusedByTime: refusedByTime, audits: audits)
  }

  /// The first steps are all audited for purity, then one in 256: an audit takes longer than a step.
  private static var auditedSteps: Int { 4_096 }
  private static var auditMask: Int { 255 }

  init(
    _ machine: Machine, _ limits: ExplorationLimits, fields: FieldPlans,
    graph: (any SpaceRecording)?
  ) {
    self.machine = machine
    self.limits = limits
    self.fields = fields
    self.graph = graph
    checker = Checker(machine)
    coverage = ExplorationCoverage(machine.model, fields: fields)
  }

  func begin(_ visitor: Visitor) -> Batch {
    let batch = Batch()
    machine.perform {
      for (ordinal, state) in machine.model.initialStates.enumerated() {
        var start = machine.start(from: state)
        for violation in machine.takeStartFindings().map(Violation.init) {
          visitor.breach(violation.demand, UInt64(ordinal) << 32, violation)
        }
        take(&start, UInt64(ordinal) << 32, visitor, batch)
      }
    }
    return batch
  }

  func expand(
    _ batch: Batch, _ range: Range<Int>, at place: UInt32, _ visitor: Visitor
  ) -> Batch {
    checker.goOn(at: place)
    return visitEach(of: batch, range, at: place, visitor, expand)
  }

  /// Goes through configurations in order, and returns what `visit` keeps.
  func visitEach(
    of batch: Batch, _ range: Range<Int>, at place: UInt32, _ visitor: Visitor,
    _ visit: (Configuration, Visitor, _ kept: Batch) -> Void
  ) -> Batch {
    let kept = Batch()
    machine.perform {
      for index in range {
        visitor.begin(place + UInt32(index - range.lowerBound))
        visit(batch.configurations[index], visitor, kept)
      }
    }
    return kept
  }

  func keep(_ indices: [Int], in batch: Batch) {
    batch.configurations.keep(indices)
    if !batch.orders.isEmpty { batch.orders.keep(indices) }
  }

  func place(_ batch: Batch) {
    recorder?.place(batch.orders)
    batch.orders = []
  }

  private func expand(_ configuration: Configuration, _ visitor: Visitor, _ kept: Batch) {
    graph?.expand(configuration, at: visitor.parent)
    machine.events(in: configuration, into: &events)
    // One copy goes out and back again: most of what it comes to is known and not kept.
    var successor = configuration
    for (index, event) in events.enumerated() {
      if machine.journal.isSpent { return stop(at: UInt64(index) << 32, visitor) }
      var script: [Int]? = []
      var ordinal = UInt64(index) << 32
      while let current = script {
        let step = checker.move(event, from: &successor, decisions: .scripted(current))
        script = step.report.decisions.successor
        move(event, step, configuration, &successor, ordinal, visitor, kept)
        successor.goBack(to: configuration)
        ordinal += 1
      }
      audit(event, configuration, UInt64(index) << 32, visitor)
    }
  }

  /// Stops before the step that the process would die in.
  private func stop(at ordinal: UInt64, _ visitor: Visitor) {
    let death = Violation(property: nil, name: "", kind: FindingKind.trap.rawValue, reason: nil)
    visitor.breach(death.demand, ordinal, death)
    visitor.wantsToStop = true
  }

  private func move(
    _ event: Event, _ step: Checker.Step, _ before: Configuration, _ after: inout Configuration,
    _ ordinal: UInt64, _ visitor: Visitor, _ kept: Batch
  ) {
    if machine.isRefused(after) {
      visitor.refused += 1
      return
    }
    if let most = limits.virtualTime, after.now > most {
      refusedByTime += 1
      return
    }
    for violation in step.violations { visitor.breach(violation.demand, ordinal, violation) }
    let visit = take(&after, ordinal, visitor, kept)
    coverage.count(
      event, step.report.actions, before, changes: visit.number != visitor.parentNumber)
    graph?.edge(event, from: before, to: after, visit.number)
  }

  /// Visits a configuration, and keeps it and asks the properties if it is new.
  @discardableResult
  func take(
    _ configuration: inout Configuration, _ ordinal: UInt64, _ visitor: Visitor, _ kept: Batch
  ) -> ConfigurationStore.Visit {
    machine.prepareKey(of: &configuration)
    let visit = machine.withKey(configuration) { visitor.visit($0, ordinal) }
    if let finding = machine.takeContradiction() {
      visitor.breach(Violation(finding).demand, ordinal, Violation(finding))
    }
    if visit.isKnown { return visit }
    if !visitor.isFollowing {
      for violation in checker.demands(at: &configuration, isNew: visit.isNew) {
        visitor.breach(violation.demand, ordinal, violation)
      }
    }
    if visit.isNew {
      coverage.count(new: configuration)
      graph?.node(configuration)
    }
    kept.configurations.append(configuration)
    if let recorder { kept.orders.append(recorder.order(of: configuration)) }
    return visit
  }

  /// Applies an event twice, which may deliver an action: two answers mean that the reducer is no function.
  private func audit(
    _ event: Event, _ configuration: Configuration, _ ordinal: UInt64, _ visitor: Visitor
  ) {
    audits += 1
    let number = auditsBefore + audits
    guard number <= Self.auditedSteps || number & Self.auditMask == 0,
      let finding = machine.purityFinding(of: event, in: configuration)
    else { return }
    visitor.breach(Violation(finding).demand, ordinal, Violation(finding))
  }
}

extension [FeatureSystem] {
  /// What all workers have met.
  var coverage: ExplorationCoverage {
    var sum = self[0].coverage
    for other in dropFirst() { sum.add(other.coverage) }
    return sum
  }

  /// What all workers have counted.
  var tally: ExplorationTally {
    var sum = self[0].tally
    for other in dropFirst() { sum.add(other.tally) }
    return sum
  }
}
