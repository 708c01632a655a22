import Reducers

/// Everything that determines the future of a running feature, as a value.
struct Configuration<State, Action> {
  var state: State
  var ledger = EffectLedger<Action, Running<Action>>()
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
  var origin: State?
  var steps: [Int] = []
}

/// A call on its way to a modelled environment.
struct Request {
  let endpoint: Endpoint
  let arguments: [Any]

  var text: String { endpoint.text(arguments) }
}

/// An effect in flight or draining: where its automaton stands, and what is particular to it.
struct Running<Action> {
  var node: Node<Action>
  /// What remains of each pending sleep.
  var sleeps: [(call: Int, remaining: Duration)] = []
  /// Modelled calls that were served, with the outcome fixed then.
  var served: [(call: Int, outcome: AnyOutcome)] = []

  /// Moves to the node that a letter led to.
  mutating func move(to next: Node<Action>) {
    if !sleeps.isEmpty { sleeps.removeAll { sleep in !next.isPending(sleep.call) } }
    if !served.isEmpty { served.removeAll { served in !next.isPending(served.call) } }
    for call in next.calls where call.endpoint.kind == .sleep {
      if !sleeps.contains(where: { $0.call == call.serial }) {
        sleeps.append((call.serial, call.arguments.first as? Duration ?? .zero))
      }
    }
    node = next
  }
}

extension Node {
  func isPending(_ serial: Int) -> Bool { calls.contains { $0.serial == serial } }

  func call(_ serial: Int) -> Call? { calls.first { $0.serial == serial } }
}
