import Reducers
import TransitionSystems

/// What a plain model tells of the states it generates, and where that goes.
@usableFromInline
final class PlainVisits {
  /// What became of a visit.
  @usableFromInline
  enum Kind { case known, new, earlier }

  let visitor: Visitor
  private let world: World
  private let journal: Journal
  private let plan: ErasedPlan
  private let actionTag: (UnsafeRawPointer) -> Int
  @exclusivity(unchecked) private var encoder = StructuralEncoder()
  @exclusivity(unchecked) var checker: Checker
  @exclusivity(unchecked) var coverage: ExplorationCoverage
  /// The configuration that properties see, but for its state.
  @exclusivity(unchecked) private var shown: Configuration
  @exclusivity(unchecked) private var tag = 0
  /// Whether the feature does what only the abstract machine can follow.
  @exclusivity(unchecked) private(set) var gaveUp = false

  init(_ machine: Machine, _ visitor: Visitor, _ types: PlainTypes, _ shown: Configuration) {
    self.visitor = visitor
    self.shown = shown
    world = machine.world
    journal = machine.journal
    plan = types.state
    actionTag = types.actionTag
    checker = Checker(machine)
    coverage = ExplorationCoverage(machine.model, fields: types.fields)
  }

  /// Whether to go on is of no use.
  @usableFromInline var isOver: Bool {
    if world.wasAsked || !world.findings.isEmpty { giveUp() }
    return gaveUp
  }

  @usableFromInline
  func begin(_ place: UInt32) { visitor.begin(place) }

  /// Says that an action is about to be reduced.
  @usableFromInline
  func willMove() { journal.beginMove() }

  @usableFromInline
  func giveUp() {
    gaveUp = true
    visitor.wantsToStop = true
  }

  /// Notes which action was reduced.
  @usableFromInline
  func count(_ action: UnsafeRawPointer) { tag = actionTag(action) }

  /// Visits the state at an address.
  @usableFromInline
  func visit(_ state: UnsafeRawPointer, _ ordinal: Int) -> Kind {
    encoder.removeAll()
    encoder.encode(at: state, with: plan)
    let visit = encoder.withWords { visitor.visit($0, UInt64(ordinal) << 32) }
    if visitor.parent != .max {
      coverage.steps.countSend(tag: tag, changes: visit.number != visitor.parentNumber)
    }
    switch visit.kind {
    case .known: return .known
    case .earlier: return .earlier
    case .new:
      coverage.countFields(of: state)
      return .new
    }
  }

  /// Asks the properties about a state that is new, or known from a later parent only.
  @usableFromInline
  func check(_ box: StateBox, _ ordinal: Int, isNew: Bool) {
    if visitor.isFollowing { return }
    shown.state.box = box
    for violation in checker.demands(at: &shown, isNew: isNew) {
      visitor.breach(violation.demand, UInt64(ordinal) << 32, violation)
    }
  }
}

extension PlainVisits {
  /// Which action is to be followed next from the state that is expanded; nil when none is left.
  @usableFromInline
  func nextStep() -> Int? { visitor.nextStep().map { Int($0 >> 32) } }

  /// Visits the state at an address that another search had met.
  @usableFromInline
  func follow(_ state: UnsafeRawPointer, _ ordinal: Int) {
    encoder.removeAll()
    encoder.encode(at: state, with: plan)
    _ = encoder.withWords { visitor.visit($0, UInt64(ordinal) << 32) }
    coverage.countFields(of: state)
  }
}

/// What is read of a plain model's types by address.
struct PlainTypes {
  let state: ErasedPlan
  let fields: FieldPlans
  let actionTag: (UnsafeRawPointer) -> Int

  init<State, Action>(_ state: State.Type, _ action: Action.Type) {
    self.state = ErasedPlan(of: state)
    fields = FieldPlans(of: state)
    actionTag = EnumTagReader(of: action).map { reader in { reader.tag(at: $0) } } ?? { _ in 0 }
  }
}

/// A plain model as the search sees it.
final class PlainSystem: TransitionSystem {
  private let model: PlainModel
  private let machine: Machine
  private let types: PlainTypes
  private(set) var visits: PlainVisits?
  var journal: Journal { machine.journal }

  init(_ model: PlainModel, _ machine: Machine, _ types: PlainTypes) {
    self.model = model
    self.machine = machine
    self.types = types
  }

  private func visits(_ visitor: Visitor) -> PlainVisits {
    if let visits { return visits }
    let shown = machine.start(from: machine.model.initialStates[0])
    let made = PlainVisits(machine, visitor, types, shown)
    visits = made
    return made
  }

  func begin(_ visitor: Visitor) -> PlainBatch {
    machine.perform { model.begin(visits(visitor)) }
  }

  func expand(
    _ batch: PlainBatch, _ range: Range<Int>, at place: UInt32, _ visitor: Visitor
  ) -> PlainBatch {
    machine.perform { model.expand(batch, range, place, visits(visitor)) }
  }

  func follow(
    _ batch: PlainBatch, _ range: Range<Int>, at place: UInt32, _ visitor: Visitor
  ) -> PlainBatch {
    machine.perform { model.follow(batch, range, place, visits(visitor)) }
  }

  func keep(_ indices: [Int], in batch: inout PlainBatch) { batch = batch.keep(indices) }
}

extension [PlainSystem] {
  /// What all workers together have counted.
  var coverage: ExplorationCoverage {
    var sum = visits[0].coverage
    for other in visits.dropFirst() { sum.add(other.coverage) }
    return sum
  }

  /// What they have counted of the steps they took.
  var tally: ExplorationTally {
    ExplorationTally(
      steps: coverage.steps, asked: visits.map(\.checker.asked).summed,
      substantial: visits.map(\.checker.substantial).summed)
  }

  /// Of the workers that had something to do, the first of them at least.
  private var visits: [PlainVisits] { compactMap(\.visits) }
}
