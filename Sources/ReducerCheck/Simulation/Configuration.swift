import Reducers
import Synchronization

/// Everything that determines the future of a running feature, as a value.
struct Configuration {
  var state: ErasedState
  var ledger = EffectLedger()
  var draws = Draws()
  /// Virtual time since the start.
  var now: Duration = .zero
  /// The environment's model; `()` where there is none.
  var model: Any
  /// Modelled requests whose caller was cancelled before they were served: they may still be.
  var orphans: [Request] = []
  /// What the properties remember.
  var monitors: [Any]
  var lastGroup = 0
  /// The initial state and the steps since, where a configuration is known by replay.
  var origin: ErasedState?
  var steps: [Int] = []
}

extension Configuration {
  /// Becomes the configuration that this one was a copy of before it was moved on.
  mutating func goBack(to origin: Configuration) {
    if state.box !== origin.state.box { state = origin.state }
    ledger.goBack(to: origin.ledger)
    draws = origin.draws
    now = origin.now
    model = origin.model
    orphans.goBack(to: origin.orphans)
    monitors.goBack(to: origin.monitors)
    lastGroup = origin.lastGroup
    self.origin = origin.origin
    steps.goBack(to: origin.steps)
  }
}

/// A call on its way to a modelled environment.
struct Request {
  let endpoint: Endpoint
  let arguments: [Any]

  var text: String { endpoint.text(arguments) }
}

/// An effect in flight or draining: where its automaton stands, and what is particular to it.
///
/// Never changed once made, so that configurations share it.
final class Running {
  let node: Node
  /// What remains of each pending sleep.
  let sleeps: [(call: Int, remaining: Duration)]
  /// Modelled calls that were served, with the outcome fixed then.
  let served: [(call: Int, outcome: AnyOutcome)]
  /// A number for all of it, once there is one.
  let tag = Atomic<UInt64>(0)

  init(
    node: Node, sleeps: [(call: Int, remaining: Duration)] = [],
    served: [(call: Int, outcome: AnyOutcome)] = []
  ) {
    self.node = node
    self.sleeps = sleeps
    self.served = served
  }

  /// Where an answer leads that a call is declared to get, if that is known and nothing else stands
  /// in the way of taking it at once.
  @inline(__always)
  func knownAnswer(_ serial: Int, _ outcome: Int) -> Unmanaged<Node>? {
    // What the call is answered with was needed when this was computed.
    guard sleeps.isEmpty, served.isEmpty, node.sends.isEmpty,
      let place = node.placeOfCall(serial), node.calls[place].isAnsweredAsDeclared
    else { return nil }
    return node.target(of: .resolve(call: serial, outcome: outcome))
  }

  /// The effect at the node that a letter led to.
  func moved(to next: Node) -> Running {
    guard next.hasSleeps || !sleeps.isEmpty || !served.isEmpty else { return Running(node: next) }
    var sleeps = sleeps.filter { next.isPending($0.call) }
    for call in next.calls where call.endpoint.kind == .sleep {
      if !sleeps.contains(where: { $0.call == call.serial }) {
        sleeps.append((call.serial, call.duration))
      }
    }
    return Running(
      node: next, sleeps: sleeps, served: served.filter { next.isPending($0.call) })
  }

  /// The effect when time has gone on.
  func passing(_ duration: Duration) -> Running {
    sleeps.isEmpty
      ? self
      : Running(
        node: node, sleeps: sleeps.map { ($0.call, max(.zero, $0.remaining - duration)) },
        served: served)
  }

  /// The effect when the environment has fixed a call's outcome.
  func serving(_ call: Int, _ outcome: AnyOutcome) -> Running {
    Running(node: node, sleeps: sleeps, served: served + [(call, outcome)])
  }
}

extension Configuration {
  /// The call that an event resolves, and with what; nil for an event that resolves none.
  func resolution(by event: Event) -> (call: Node.Call, outcome: AnyOutcome?)? {
    guard case .resolve(let effect, let serial, let index) = event,
      let running = ledger.state(of: effect), let call = running.node.call(serial)
    else { return nil }
    let served = running.served.first { $0.call == serial }?.outcome
    let declared = call.outcomes.indices.contains(index) ? call.outcomes[index] : nil
    return (call, served ?? declared)
  }
}

extension EffectLedger.Entry {
  /// Where the harness's effect stands; nil before it starts.
  var state: Running? {
    // Unchecked on the hot path: in the harness's ledgers nothing else is ever kept.
    running.map { unsafeDowncast($0, to: Running.self) }
  }
}

extension EffectLedger {
  /// Shows where the harness's effect at an index stands to `body`, and counts no reference to it:
  /// all threads share it. Nil before the effect starts.
  @inline(__always)
  @discardableResult
  func withState<Result>(at index: Int, _ body: (Running) -> Result?) -> Result? {
    guard let running = entries[index].running else { return nil }
    return Unmanaged.passUnretained(running)._withUnsafeGuaranteedRef {
      body(unsafeDowncast($0, to: Running.self))
    }
  }

  /// Whether an effect waits for its start.
  var hasScheduled: Bool { entries.contains { $0.phase == .registered } }

  /// Where an effect stands, without copying its entry.
  func state(of id: ID) -> Running? { index(of: id).flatMap { entries[$0].state } }
}

extension Node {
  func isPending(_ serial: Int) -> Bool { calls.contains { $0.serial == serial } }

  func call(_ serial: Int) -> Call? { placeOfCall(serial).map { calls[$0] } }

  /// The endpoint of the call that a letter resolves; nil for a letter that resolves none.
  func endpoint(resolvedBy letter: Letter) -> Endpoint? {
    guard case .resolve(let serial, _) = letter else { return nil }
    return call(serial)?.endpoint
  }

  /// Where a call is among those that are pending.
  func placeOfCall(_ serial: Int) -> Int? {
    for index in calls.indices where calls[index].serial == serial { return index }
    return nil
  }

  /// An effect's node before its start, where that is an event of its own.
  var scheduled: Node {
    if let known = origin.scheduled.value { return known }
    let call = Call(
      serial: 0, endpoint: .start, arguments: [], inner: [], outcomes: Endpoint.start.outcomes([]))
    // With an origin of its own: the other keeps it, and must not keep itself by it.
    let own = Origin(run: origin.run, number: origin.number)
    return origin.scheduled.set(Node(origin: own, calls: [call]))
  }

  /// The sends that were not yet pending at `earlier`, oldest first.
  func sends(after earlier: Node) -> [Send] {
    if earlier.sends.isEmpty { return sends }
    return sends.filter { send in !earlier.sends.contains { $0.serial == send.serial } }
  }
}

extension EffectLedger {
  /// What comes after an effect in the concatenations that it is part of, the innermost first.
  func rests(after entry: Entry) -> [Effect<Any>] {
    var result: [Effect<Any>] = []
    var next = entry.sequence
    while let id = next, let sequence = sequences.first(where: { $0.id == id }) {
      result += sequence.rest
      next = sequence.context.sequence
    }
    return result
  }

  func hasRest(after entry: Entry) -> Bool { entry.sequence != nil && !rests(after: entry).isEmpty }
}
