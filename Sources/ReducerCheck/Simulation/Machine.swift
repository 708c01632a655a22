import Reducers
import TransitionSystems

/// A feature as a transition system, whichever way its effects are run.
///
/// Configurations are values: two machines of one spec agree on every one of them.
class Machine {
  let model: FeatureModel
  let world: World
  let names: EndpointNames
  /// What the starting actions did wrong, until it is taken.
  var startFindings: [Finding] = []
  /// Where the machine says what it is about to do.
  var journal = Journal()

  init(_ model: FeatureModel, _ world: World) {
    self.model = model
    self.world = world
    names = EndpointNames(model.endpointNames, cases: model.cases.names)
  }

  /// What a step did besides moving the configuration.
  struct Report {
    /// The actions reduced, in order.
    var actions: [Any] = []
    var findings: [Finding] = []
    var decisions = Decisions.first
    /// The calls that returned just before their effect was cancelled.
    var late: [LateOutcome] = []
  }

  /// The dependencies under which the machine's work is done.
  var dependencies: DependencyValues { .current }

  /// Runs the engine's work where the feature's dependencies are current and misuse is collected.
  func perform<Value>(_ body: () throws -> Value) rethrows -> Value {
    let world = world
    let note: MisuseReporting.Reporter = { world.findings.append(.misuse($0)) }
    return try withMisuseReporter(note) {
      try DependencyValues.$current.withValue(dependencies, operation: body)
    }
  }

  /// The configuration of an initial state, after the actions the spec starts with.
  func start(from state: ErasedState) -> Configuration {
    preconditionFailure("Internal error: a machine without a start")
  }

  /// Moves a configuration by an event that is enabled in it.
  func apply(
    _ event: Event, to configuration: inout Configuration,
    decisions: Decisions = .first
  ) -> Report {
    preconditionFailure("Internal error: a machine without steps")
  }

  /// Where the key of a configuration is written.
  @exclusivity(unchecked) var encoder = StructuralEncoder()

  /// Writes down what makes a configuration the one it is: equal words, equal future.
  func encodeKey(of configuration: Configuration) {
    preconditionFailure("Internal error: a machine without keys")
  }

  /// Keeps with a configuration what makes its key, and those of its successors, quick to write.
  func prepareKey(of configuration: inout Configuration) {}

  /// The places in its ledger of a configuration's effects, in the order in which its key has them.
  /// Of effects that the key does not tell apart the oldest comes first.
  func effectsInKeyOrder(of configuration: Configuration) -> [Int] {
    Array(configuration.ledger.entries.indices)
  }

  /// The serials of what an effect waits for, in an order that effects which are alike agree on.
  func waitsInKeyOrder(of running: Running) -> [Int] { running.node.waits }

  /// What makes a configuration the one it is, as words.
  final func key(_ configuration: Configuration) -> [UInt64] {
    encodeKey(of: configuration)
    return encoder.words
  }

  /// Lends a configuration's key without a copy.
  final func withKey<Result>(
    _ configuration: Configuration, _ body: (UnsafeBufferPointer<UInt64>) -> Result
  ) -> Result {
    encodeKey(of: configuration)
    return encoder.withWords(body)
  }

  func moment(_ configuration: Configuration) -> ErasedMoment {
    ErasedMoment(configuration: configuration, names: names)
  }

  /// What configurations are told apart by, besides what they always are: changes when the feature
  /// is first seen to read absolute time, to sleep for another duration, and so on. Keys made
  /// before a change are not to be compared with keys made after it.
  var revision: Revision {
    Revision(
      timeWasRead: world.timeWasRead, timeUnit: world.timeUnit, starters: names.starters)
  }

  func learn(from other: Machine) {
    learn(other.knowledge)
    names.learn(from: other.names)
  }

  /// A machine of the same feature that starts with what this one has learned about it.
  func relearned() -> Machine {
    preconditionFailure("Internal error: a machine without a start")
  }

  /// Whether nothing was done in one way of several, or taken for something else.
  var isExact: Bool { world.shortcuts.isEmpty && !world.timeWasRead }

  /// What the feature was seen to do that keeps a search from being a proof.
  var reservations: [String] {
    var result: [String] = []
    if world.timeWasRead {
      let unit = world.timeUnit.map { "multiples of \($0)" } ?? "nothing"
      result.append("the feature reads the time, which was let pass by \(unit)")
    }
    result += Shortcut.allCases.filter(world.shortcuts.contains).map(\.text)
    if !model.allowsIdling && world.timeUnit != nil {
      result.append("time went only from deadline to deadline")
    }
    return result
  }

  /// Hands out, once, what the starting actions did wrong.
  func takeStartFindings() -> [Finding] {
    defer { startFindings = [] }
    return startFindings
  }

  /// Hands out, once, that effects were taken for the same and are not.
  func takeContradiction() -> Finding? { nil }

  /// Whether a step led past the limit on effects in flight, or on as many that drain: those that
  /// ignore their cancellation would pile up without end.
  func isRefused(_ configuration: Configuration) -> Bool {
    let count = configuration.ledger.countInFlight
    return count > model.maxInFlight
      || configuration.ledger.entries.count > model.maxInFlight
        && configuration.ledger.entries.count { $0.phase == .draining } > model.maxInFlight
  }
}

/// A call that returned just before its effect was cancelled.
struct LateOutcome {
  let effect: Int
  /// The id that the cancellation reached a part by; nil where it reached all of the effect.
  let inner: CancelID?
  let call: Int
  /// The call as a report prints it, by which a live run finds it.
  let text: String
  let outcome: AnyOutcome
}

/// What a machine has learned about its feature that changes what a configuration is.
struct Revision: Hashable {
  let timeWasRead: Bool
  let timeUnit: Duration?
  let starters: Bool
}
