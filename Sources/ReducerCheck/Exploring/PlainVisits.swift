import Reducers
import TransitionSystems

/// What a plain model tells of the states it generates, and where that goes.
@usableFromInline
final class PlainVisits {
  let visitor: Visitor
  private let world: World
  private let journal: Journal
  /// Nil where Action is no enum.
  private let actionTag: EnumTagReader?
  private let successors: Successors
  /// What the states that are kept are made of.
  private let parts: SharedParts
  /// Successors before they are kept; nil where states are not made of what these can copy.
  private let copies: ReusableCopies?
  @exclusivity(unchecked) var checker: Checker
  @exclusivity(unchecked) var coverage: ExplorationCoverage
  /// What properties see: all states are shown in its one box.
  @exclusivity(unchecked) private var moment: ErasedMoment
  /// Whether the feature does what only the abstract machine can follow.
  @exclusivity(unchecked) private(set) var gaveUp = false

  init(_ machine: Machine, _ visitor: Visitor, _ types: PlainTypes, _ shown: Configuration) {
    self.visitor = visitor
    moment = machine.moment(shown)
    world = machine.world
    journal = machine.journal
    actionTag = types.actionTag
    successors = Successors(types.state, stride: types.stride)
    parts = SharedParts(types.state)
    copies = ReusableCopies(
      types.state, stride: types.stride, alignment: types.alignment, sharing: parts)
    checker = Checker(machine)
    coverage = ExplorationCoverage(machine.model, fields: types.fields)
  }

  /// Whether to go on is of no use.
  @usableFromInline var isOver: Bool {
    if world.wasAsked || !world.findings.isEmpty { giveUp() }
    return gaveUp
  }

  /// Says that the states taken in next are made from another one than those before.
  ///
  /// - Parameters:
  ///   - place: Its own in the order of the search.
  ///   - address: Where it lies until the batch is expanded; nil where that is not known.
  @usableFromInline
  func begin(_ place: UInt32, at address: UnsafeRawPointer?) {
    visitor.begin(place)
    successors.begin(place, at: address, step: 0)
  }

  /// Says that the state taken in next is reached by one step of the state that is expanded.
  @usableFromInline
  func begin(step: Int) {
    successors.begin(visitor.parent, at: nil, step: step)
  }

  /// Says that where states lay before, others may lie now.
  @usableFromInline
  func beginBatch() { successors.forgetParent() }

  /// The moves begun so far: whoever is about to reduce an action counts it.
  @usableFromInline var moves: UnsafeMutablePointer<UInt64> { journal.movesPointer }

  @usableFromInline
  func giveUp() {
    gaveUp = true
    visitor.wantsToStop = true
  }

  /// Takes in initial states, or one that is made again.
  @usableFromInline
  func take(_ first: UnsafeRawPointer, count: Int) {
    _ = successors.append(first, count: count)
  }

  /// Takes in the states that actions lead to from the one begun last, and counts them.
  @usableFromInline
  func take(
    _ first: UnsafeRawPointer, count number: Int, by actions: UnsafeRawPointer, stride: Int
  ) {
    let changes = successors.append(first, count: number)
    coverage.steps.countSends(actions, number, stride: stride, actionTag, changes: changes)
  }

  /// Visits the states that were taken in.
  ///
  /// - Returns: How many of them were not known: those are to be counted, and the properties to be
  ///   asked about them.
  @usableFromInline
  func visit() -> Int {
    let kinds = successors.noticeKinds
    if !kinds.isEmpty { coverage.note(kinds) }
    visitor.visit(successors)
    return successors.found.count
  }

  /// Counts the fields of the visited states that were not known.
  ///
  /// - Parameter first: Where they lie, one after the other.
  @usableFromInline
  func count(_ first: UnsafeRawPointer, stride: Int) {
    let found = successors.found
    for place in found.indices where found[place].isNew {
      let parent = successors.parent(of: found[place]).address
      coverage.countFields(of: first + place &* stride, madeFrom: parent)
    }
  }

  /// Forgets the states that were taken in.
  @usableFromInline
  func removeAll() {
    successors.removeAll()
    copies?.removeAll()
  }

  /// Which of the states visited last one is that was not known.
  @usableFromInline
  func index(ofUnknown place: Int) -> Int { successors.found[place].index }

  /// Prepares a state to be kept.
  @usableFromInline
  func share(_ state: UnsafeMutableRawPointer) { parts.share(state) }

  /// Whether states are copied by this.
  @usableFromInline var copiesStates: Bool { copies != nil }

  /// Makes copies of the state begun last, for actions to change.
  @usableFromInline
  func copy(_ state: UnsafeRawPointer, count: Int) -> UnsafeMutableRawPointer {
    copies.unsafelyUnwrapped.append(state, count: count)
  }

  /// The copies made since states were forgotten last.
  @usableFromInline var copied: Int { copies?.count ?? 0 }

  /// Moves the copies that were visited and not known elsewhere, prepared to be kept.
  @usableFromInline
  func takeCopies(to first: UnsafeMutableRawPointer, stride: Int) {
    let copies = copies.unsafelyUnwrapped
    let found = successors.found
    for place in found.indices {
      guard let parent = successors.parent(of: found[place]).address else {
        preconditionFailure("A copy was made from a state whose place is not known.")
      }
      copies.take(found[place].index, madeFrom: parent, to: first + place &* stride)
    }
  }

  /// Asks the properties about a visited state that was not known.
  ///
  /// - Parameter box: Where the state is shown.
  @usableFromInline
  func check(_ place: Int, _ box: StateBox) {
    if visitor.isFollowing { return }
    let state = successors.found[place]
    if !moment.shows(box) { moment = moment.showing(box) }
    // Whoever dies of a property dies of it at the move that led there.
    let moves = moves
    let made = moves.pointee
    let parent = successors.parent(of: state).place
    if parent != .max { moves.pointee = made &- UInt64(successors.countAfter(state)) }
    // Not counted, for nobody puts another in its place meanwhile.
    let violations = Unmanaged.passUnretained(moment)._withUnsafeGuaranteedRef {
      checker.demands(at: $0, isNew: state.isNew)
    }
    for violation in violations {
      visitor.begin(parent)
      visitor.breach(violation.demand, UInt64(successors.step(to: state)) << 32, violation)
    }
    moves.pointee = made
    if !isKnownUniquelyReferenced(&moment) {
      moment.settle()
      moment = moment.showing(box)
    }
  }
}

extension PlainVisits {
  /// Which action is to be followed next from the state that is expanded; nil when none is left.
  @usableFromInline
  func nextStep() -> Int? { visitor.nextStep().map { Int($0 >> 32) } }
}

/// What is read of a plain model's types by address.
struct PlainTypes {
  let state: ErasedPlan
  let stride: Int
  let alignment: Int
  let fields: FieldPlans
  let actionTag: EnumTagReader?

  init<State, Action>(_ state: State.Type, _ action: Action.Type) {
    self.state = ErasedPlan(of: state)
    stride = MemoryLayout<State>.stride
    alignment = MemoryLayout<State>.alignment
    fields = FieldPlans(of: state)
    actionTag = EnumTagReader(of: action)
  }
}

/// A plain model as the search sees it.
final class PlainSystem: TransitionSystem {
  private let model: PlainModel
  private let machine: Machine
  private let types: PlainTypes
  private(set) var visits: PlainVisits?
  var journal: Journal { machine.journal }
  /// What properties asked for.
  var names: EndpointNames { machine.names }
  /// A configuration that differs from all others in nothing but the state.
  private lazy var shown = machine.start(from: machine.model.initialStates[0])
  private var events: [Event] = []

  init(_ model: PlainModel, _ machine: Machine, _ types: PlainTypes) {
    self.model = model
    self.machine = machine
    self.types = types
  }

  private func visits(_ visitor: Visitor) -> PlainVisits {
    if let visits { return visits }
    let made = PlainVisits(machine, visitor, types, shown)
    visits = made
    return made
  }

  static var asksNumbers: Bool { false }

  func begin(_ visitor: Visitor) -> PlainBatch {
    machine.perform { model.begin(visits(visitor)) }
  }

  func expand(
    _ batch: PlainBatch, _ range: Range<Int>, at place: UInt32, _ visitor: Visitor
  ) -> PlainBatch {
    machine.perform {
      let visits = visits(visitor)
      visits.checker.goOn(at: place)
      let kept = model.expand(batch, range, place, visits)
      for index in range {
        let place = place + UInt32(index - range.lowerBound)
        if Self.isAudited(place) { audit(model.state(batch, index), place, visitor) }
      }
      return kept
    }
  }

  /// Few are: the abstract machine, which does it, takes longer for a step than the search for a
  /// hundred.
  private static func isAudited(_ place: UInt32) -> Bool {
    place & 8_191 == 0 || place.nonzeroBitCount == 1
  }

  /// Applies each action to a state twice: two answers mean that the reducer is no function.
  private func audit(_ state: ErasedState, _ place: UInt32, _ visitor: Visitor) {
    var configuration = shown
    configuration.state = state
    machine.events(in: configuration, into: &events)
    for (index, event) in events.enumerated() {
      guard let finding = machine.purityFinding(of: event, in: configuration) else { continue }
      let violation = Violation(finding)
      visitor.begin(place)
      return visitor.breach(violation.demand, UInt64(index) << 32, violation)
    }
  }

  func follow(
    _ batch: PlainBatch, _ range: Range<Int>, at place: UInt32, _ visitor: Visitor
  ) -> PlainBatch {
    machine.perform { model.follow(batch, range, place, visits(visitor)) }
  }

  func keep(_ indices: [Int], in batch: PlainBatch) { model.keep(indices, batch) }
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
