import Reducers

/// A configuration as properties see it: the state, what is in flight, the environment.
///
/// The state's fields can be read directly: `$0.cargando` is `$0.state.cargando`.
@dynamicMemberLookup
public struct Moment<State, Action> {
  let configuration: Configuration<State, Action>
  let names: EndpointNames

  /// The feature's state.
  public var state: State { configuration.state }

  /// A field of the state.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    configuration.state[keyPath: keyPath]
  }

  /// The effects in flight: returned by the reducer, not ended, not cancelled.
  public var inFlight: InFlight<State, Action> { InFlight(moment: self) }

  /// Whether any effect is in flight.
  public var hasEffectInFlight: Bool { configuration.ledger.entries.contains(where: \.isInFlight) }

  /// Whether nothing is left to happen but what the outside does: no reply pending, no timer, no
  /// effect running or draining. Streams that wait for an element do not count.
  public var isQuiescent: Bool { configuration.isQuiescent }

  /// The environment's model.
  ///
  /// - Precondition: The spec has an environment of this type.
  public func environment<Model>(_ type: Model.Type) -> Model {
    guard let model = configuration.model as? Model else {
      preconditionFailure(
        "A property asks for an environment of type \(type), but the spec has "
          + "\(Swift.type(of: configuration.model)). Add .environment(\(type)(…)) to the spec.")
    }
    return model
  }
}

/// The effects in flight at a moment, asked for by what they are known by.
public struct InFlight<State, Action> {
  let moment: Moment<State, Action>

  private var entries: [EffectLedger<Action, Running<Action>>.Entry] {
    moment.configuration.ledger.inFlight
  }

  /// How many effects are in flight.
  public var count: Int { moment.configuration.ledger.entries.count(where: \.isInFlight) }

  /// Whether none is.
  public var isEmpty: Bool { !moment.hasEffectInFlight }

  /// How many calls of an endpoint are pending, by the name the spec gives it.
  public func count(endpoint name: String) -> Int {
    moment.names.check(name)
    return entries.reduce(0) { sum, entry in
      sum + (entry.running?.node.calls.count { $0.endpoint.name == name } ?? 0)
    }
  }

  /// How many effects can be cancelled by an id.
  public func count<ID: Hashable & Sendable>(id: ID) -> Int {
    let id = CancelID(id)
    return entries.count { $0.ids.contains(id) }
  }

  /// How many effects can be cancelled by an id, private ones included, named by its text:
  /// `CancelID.peticion`.
  public func count(idNamed text: String) -> Int {
    entries.count { $0.ids.contains { $0.text == text } }
  }

  /// How many effects an action's case has started: `pedirDato`.
  public func count(startedBy caseName: String) -> Int {
    moment.names.notesStarters()
    return entries.count { $0.startedBy.map { ReducerCheck.caseName(of: $0) } == caseName }
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

  init(_ declared: [String]) { self.declared = declared }

  func check(_ name: String) {
    if !declared.contains(name) && !unknown.contains(name) { unknown.append(name) }
  }

  func notesStarters() { starters = true }
}

/// An event together with the moments before and after it.
public struct Transition<State, Action> {
  /// The moment before the event.
  public let before: Moment<State, Action>
  /// The moment after it.
  public let after: Moment<State, Action>
  /// What kind of event it is.
  public let kind: EventKind
  /// The actions that were reduced, in order.
  public let actions: [Action]
  let eventText: () -> String

  /// The event as a report prints it.
  public var text: String { eventText() }
}
