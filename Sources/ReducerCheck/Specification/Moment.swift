import Reducers

/// A configuration as properties see it: the state, what is in flight, the environment.
///
/// The state's fields can be read directly: `$0.cargando` is `$0.state.cargando`.
@dynamicMemberLookup
public struct Moment<State, Action> {
  // What properties ask after every event is inlinable, to be compiled for the state's own type.

  @usableFromInline let erased: ErasedMoment

  @inlinable
  init(_ erased: ErasedMoment) { self.erased = erased }

  /// The feature's state.
  @inlinable
  public var state: State { erased.state.value(as: State.self) }

  /// A field of the state.
  @inlinable
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    state[keyPath: keyPath]
  }

  /// The effects in flight: returned by the reducer, not ended, not cancelled.
  @inlinable
  public var inFlight: InFlight { InFlight(moment: erased) }

  /// Whether any effect is in flight.
  @inlinable
  public var hasEffectInFlight: Bool { erased.hasEffectInFlight }

  /// Whether nothing is left to happen but what the outside does: no reply pending, no timer, no
  /// effect running or draining. Streams that wait for an element do not count.
  public var isQuiescent: Bool { erased.isQuiescent }

  /// The environment's model.
  ///
  /// - Precondition: The spec has an environment of this type.
  public func environment<Model>(_ type: Model.Type) -> Model {
    guard let model = erased.configuration.model as? Model else {
      preconditionFailure(
        "A property asks for an environment of type \(type), but the spec has "
          + "\(Swift.type(of: erased.configuration.model)). Add .environment(\(type)(…)) to the spec."
      )
    }
    return model
  }
}

/// A moment without its types, shared by all properties.
@usableFromInline
final class ErasedMoment {
  // Unchecked on the hot path: written only by `show`, and never while a property reads.
  @exclusivity(unchecked) private(set) var configuration: Configuration
  let names: EndpointNames
  /// How many effects are in flight; counted once, asked by most properties.
  @exclusivity(unchecked) private(set) var countInFlight: Int

  init(configuration: Configuration, names: EndpointNames) {
    self.configuration = configuration
    self.names = names
    countInFlight = configuration.ledger.countInFlight
  }

  // Lent, not handed out: its references are not counted.
  @usableFromInline var state: ErasedState {
    _read { yield configuration.state }
  }

  @usableFromInline var hasEffectInFlight: Bool { countInFlight > 0 }

  var isQuiescent: Bool { configuration.isQuiescent }

  /// What the property at a place among the spec's remembers.
  func memory(at place: Int) -> Any { configuration.monitors[place] }

  func shows(_ box: StateBox) -> Bool { configuration.state.box === box }

  /// A moment in which nothing but the state is another one.
  func showing(_ box: StateBox) -> ErasedMoment {
    var configuration = configuration
    configuration.state.box = box
    return ErasedMoment(configuration: configuration, names: names)
  }

  /// Takes a copy of its state, for who keeps it: its box is used again.
  func settle() { configuration.state.box = configuration.state.box.copied() }

  /// Shows a configuration to `body`: moved in and out again, so that nothing of it is shared and
  /// the next event changes it in place.
  ///
  /// A moment that somebody keeps past `body` gets a copy, and nil is left in its place.
  static func show(
    _ configuration: inout Configuration, in spare: inout ErasedMoment?, names: EndpointNames,
    to body: (ErasedMoment) -> Void
  ) {
    var moment = spare ?? ErasedMoment(configuration: configuration, names: names)
    spare = nil
    moment.countInFlight = configuration.ledger.countInFlight
    swap(&moment.configuration, &configuration)
    body(moment)
    swap(&moment.configuration, &configuration)
    if isKnownUniquelyReferenced(&moment) {
      spare = moment
    } else {
      moment.configuration = configuration
    }
  }
}

/// The effects in flight at a moment, asked for by what they are known by.
public struct InFlight {
  @usableFromInline let moment: ErasedMoment

  @inlinable
  init(moment: ErasedMoment) { self.moment = moment }

  /// How many effects are in flight.
  public var count: Int { moment.countInFlight }

  /// Whether none is.
  @inlinable
  public var isEmpty: Bool { !moment.hasEffectInFlight }

  /// How many calls of an endpoint are pending, by the name the spec gives it.
  public func count(endpoint name: String) -> Int {
    moment.names.check(name)
    // In place, by index: iterating would copy each entry, and properties ask after every event.
    let entries = moment.configuration.ledger.entries
    var sum = 0
    for index in entries.indices where entries[index].isInFlight {
      guard let calls = entries[index].state?.node.calls else { continue }
      for call in calls.indices where calls[call].endpoint.name == name { sum += 1 }
    }
    return sum
  }

  /// How many effects can be cancelled by an id.
  public func count<ID: Hashable & Sendable>(id: ID) -> Int {
    let id = CancelID(id)
    return count { $0.ids.contains(id) }
  }

  /// How many effects can be cancelled by an id, private ones included, named by its text:
  /// `CancelID.peticion`.
  public func count(idNamed text: String) -> Int {
    count { $0.ids.contains { $0.text == text } }
  }

  /// How many effects an action's case has started: `pedirDato`.
  public func count(startedBy caseName: String) -> Int {
    moment.names.notesStarters(caseName)
    return count { $0.startedBy.map { ReducerCheck.caseName(of: $0) } == caseName }
  }

  private func count(where holds: (EffectLedger.Entry) -> Bool) -> Int {
    moment.configuration.ledger.entries.count { $0.isInFlight && holds($0) }
  }
}

extension EffectLedger.Entry {
  /// The ids that reach this effect or a part of it.
  var ids: [CancelID] { registrations.map(\.id) + inner.map(\.id) }
}

/// The names a property may ask for, and what was asked.
final class EndpointNames {
  private let declared: [String]
  /// Names asked for that the spec does not declare.
  private(set) var unknown: [String] = []
  /// Whether a property distinguishes effects by the action that started them.
  private(set) var starters = false

  /// Cases of Action asked for that there are not.
  private(set) var unknownCases: [String] = []
  let cases: [String]

  init(_ declared: [String], cases: [String]) {
    self.declared = declared
    self.cases = cases
  }

  func check(_ name: String) {
    if !declared.contains(name) && !unknown.contains(name) {
      unknown.append(name)
      unknown.sort()
    }
  }

  /// Takes in what was asked elsewhere.
  func learn(from other: EndpointNames) {
    for name in other.unknown { check(name) }
    if other.starters { notesStarters() }
    for name in other.unknownCases { notesStarters(name) }
  }

  func notesStarters(_ caseName: String? = nil) {
    starters = true
    if let caseName, !cases.contains(caseName), !unknownCases.contains(caseName) {
      unknownCases.append(caseName)
      unknownCases.sort()
    }
  }
}

/// An event together with the moments before and after it.
public struct Transition<State, Action> {
  private let erased: ErasedTransition

  init(_ erased: ErasedTransition) { self.erased = erased }

  /// The moment before the event.
  public var before: Moment<State, Action> { Moment(erased.before) }
  /// The moment after it.
  public var after: Moment<State, Action> { Moment(erased.after) }
  /// What kind of event it is.
  public var kind: EventKind { erased.kind }
  /// The actions that were reduced, in order.
  public var actions: [Action] { erased.actions.compactMap { $0 as? Action } }
  /// The event as a report prints it.
  public var text: String { erased.text() }
}

/// A transition without its types.
struct ErasedTransition {
  let before: ErasedMoment
  let after: ErasedMoment
  let kind: EventKind
  let actions: [Any]
  let text: () -> String
}
