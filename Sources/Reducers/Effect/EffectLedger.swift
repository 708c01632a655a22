/// The bookkeeping of a store's effects: what is registered, what is cancelled, what comes next.
///
/// A pure state machine. The live store and the harness tell it what the reducer returned and
/// which effects have ended; it answers with what to do, in the three lists of `Orders`. Both
/// drive it alike, so what "cancelled", "removed" or "one after another" means is written once.
///
/// `Running` is what the interpreter keeps with an effect: a task, or the node of an automaton.
/// Effects in flight are few, so look-ups are linear scans over small arrays.
package struct EffectLedger<Action, Running> {
  package typealias ID = Int

  /// An effect that was returned and has not ended.
  package struct Entry {
    package let id: ID
    package let run: Run<Action>
    /// The registrations a cancellation finds it by; none once it was cancelled.
    package var registrations: [Registration]
    /// The registrations its closure has made inside, reported by the interpreter.
    package var inner: [Registration] = []
    package let scope: EffectScope
    /// The send from outside that it, or an action that led to it, came from.
    package let group: Int
    /// The action the reducer returned it for; nil for what a store starts by itself.
    package let startedBy: Action?
    package let sequence: ID?
    package let role: Role
    package var phase: Phase
    package var running: Running?
  }

  package enum Phase: String { case registered, running, draining }

  package enum Role {
    case work
    /// Its actions pass a throttle window.
    case throttled(Gate)
    /// It is the clock of a throttle window.
    case window(Registration)
  }

  /// A throttle, at the place it was registered.
  package struct Gate {
    package let key: Registration
    package let throttle: Throttle<Action>
  }

  /// An id at the place it was registered.
  package struct Registration: Hashable {
    package let id: CancelID
    package let scope: EffectScope

    package init(id: CancelID, scope: EffectScope) {
      self.id = id
      self.scope = scope
    }
  }

  /// A concatenation whose first parts have begun.
  package struct Sequence {
    package let id: ID
    package var rest: [Effect<Action>]
    package let context: Context
    /// Entries and sequences of the current part that have not ended.
    package var live: Int
  }

  /// An open throttle window.
  package struct Window {
    package let gate: Gate
    package var pending: Action?
    package let group: Int
  }

  /// What surrounds an effect in the tree that a reducer returned.
  package struct Context {
    package var registrations: [Registration] = []
    package var scope: EffectScope = .root
    package var group: Int
    package var startedBy: Action?
    package var sequence: ID?
    package var gate: Gate?
  }

  package internal(set) var entries: [Entry] = []
  package internal(set) var sequences: [Sequence] = []
  package internal(set) var windows: [Window] = []
  var nextID = 0

  /// Actions to reduce, oldest first.
  package internal(set) var sends: [(action: Action, group: Int)] = []
  /// Entries to start once there is nothing left to reduce, in order.
  package internal(set) var starts: [ID] = []
  /// Running entries whose work is to be cancelled, in order; nil cancels all of an entry.
  package internal(set) var cancellations: [(entry: ID, inner: CancelID?)] = []

  package init() {}
}

extension EffectLedger {
  // MARK: What the interpreter tells it

  /// Takes in what the reducer returned for an action.
  package mutating func take(_ effect: Effect<Action>, for action: Action, group: Int) {
    if effect.isNone { return }
    interpret(effect, Context(group: group, startedBy: action))
  }

  /// Takes in an action that an entry sends, or drops it into its throttle window.
  package mutating func receive(_ action: Action, from id: ID) {
    guard let entry = entry(id), entry.phase != .draining else { return }
    if case .throttled(let gate) = entry.role {
      pass(action, through: gate, group: entry.group)
    } else {
      sends.append((action, entry.group))
    }
  }

  /// Notes that an entry's work has ended, and goes on with what waited for it.
  package mutating func finish(_ id: ID) {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
    let entry = entries.remove(at: index)
    if case .window(let key) = entry.role { close(key, reopening: entry.phase == .running) }
    if let sequence = entry.sequence { advance(sequence) }
  }

  /// Cancels what `id` names at `scope` or below, on behalf of an effect that runs.
  package mutating func cancel(_ id: CancelID, at scope: EffectScope) {
    cancel(Registration(id: id, scope: scope), exempt: [])
  }

  /// Cancels everything that came from one send from outside.
  package mutating func cancel(group: Int) {
    for index in sequences.indices where sequences[index].context.group == group {
      sequences[index].rest = []
    }
    for entry in entries where entry.group == group { stop(entry.id) }
  }

  package mutating func takeSend() -> (action: Action, group: Int)? {
    sends.isEmpty ? nil : sends.removeFirst()
  }

  package mutating func enqueue(_ action: Action, group: Int) { sends.append((action, group)) }

  package mutating func takeStarts() -> [ID] {
    let result = starts
    if !result.isEmpty { starts = [] }
    return result
  }

  package mutating func takeCancellations() -> [(entry: ID, inner: CancelID?)] {
    let result = cancellations
    if !result.isEmpty { cancellations = [] }
    return result
  }

  package func index(of id: ID) -> Int? { entries.firstIndex { $0.id == id } }

  package func entry(_ id: ID) -> Entry? { index(of: id).map { entries[$0] } }

  package mutating func began(_ id: ID, _ running: Running) {
    guard let index = index(of: id) else { return }
    entries[index].phase = .running
    entries[index].running = running
  }

  package mutating func update(_ index: Int, _ change: (inout Entry) -> Void) {
    change(&entries[index])
  }
}

extension EffectLedger {
  /// The entries in flight: neither ended nor cancelled, and not a throttle window's clock.
  package var inFlight: [Entry] { entries.filter(\.isInFlight) }
}

extension EffectLedger.Entry {
  package var isInFlight: Bool {
    if case .window = role { false } else { phase != .draining }
  }
}

extension EffectLedger {
  /// The same bookkeeping for another interpreter.
  package func map<Other>(_ transform: (Entry) -> Other?) -> EffectLedger<Action, Other> {
    typealias Result = EffectLedger<Action, Other>
    func registration(_ other: Registration) -> Result.Registration {
      Result.Registration(id: other.id, scope: other.scope)
    }
    func gate(_ other: Gate) -> Result.Gate {
      Result.Gate(key: registration(other.key), throttle: other.throttle)
    }
    var result = Result()
    result.entries = entries.map { entry in
      let role: Result.Role =
        switch entry.role {
        case .work: .work
        case .throttled(let other): .throttled(gate(other))
        case .window(let key): .window(registration(key))
        }
      return Result.Entry(
        id: entry.id, run: entry.run, registrations: entry.registrations.map(registration),
        inner: entry.inner.map(registration), scope: entry.scope, group: entry.group,
        startedBy: entry.startedBy, sequence: entry.sequence, role: role,
        phase: Result.Phase(rawValue: entry.phase.rawValue) ?? .running,
        running: transform(entry))
    }
    result.sequences = sequences.map { other in
      Result.Sequence(
        id: other.id, rest: other.rest,
        context: Result.Context(
          registrations: other.context.registrations.map(registration),
          scope: other.context.scope, group: other.context.group,
          startedBy: other.context.startedBy, sequence: other.context.sequence,
          gate: other.context.gate.map(gate)),
        live: other.live)
    }
    result.windows = windows.map { other in
      Result.Window(gate: gate(other.gate), pending: other.pending, group: other.group)
    }
    return result
  }
}
