import Reducers

/// One move of an effect's automaton.
enum Letter: Hashable {
  /// The closure is called.
  case start
  /// A pending call is resolved; outcomes are told apart by number.
  case resolve(call: Int, outcome: Int)
  /// A pending send is delivered, and the closure goes on.
  case deliver(send: Int)
  /// A pending send is delivered, which cancels the effect; then the closure goes on.
  case deliverCancelled(send: Int)
  /// A cancellation that the closure asked for has been done, and the closure goes on.
  case proceed(request: Int)
  /// The same where it hit the effect itself.
  case proceedCancelled(request: Int)
  /// The effect is cancelled.
  case cancel
  /// A part of the closure that was registered under an id is cancelled, perhaps by the action of
  /// a send that has not yet gone on.
  case cancelInner(CancelID, delivering: Int?)
}

/// A letter with what it takes to apply it again.
struct HistoryItem {
  let letter: Letter
  let outcome: AnyOutcome?
  let answers: [Reading]
  /// What the closure was seen to wait for after it: checked whenever it is applied again.
  let digest: Digest
}

/// What a closure waits for, in short.
struct Digest: Hashable {
  let calls: Int
  let sends: Int
  let requests: Int
  let lastSerial: Int
  let hasEnded: Bool
}

/// A state of an effect: the outcomes delivered so far, and what the closure waits for then.
///
/// A node is computed once and shared by every configuration in which an effect has come so far.
final class Node {
  struct Call {
    let serial: Int
    let endpoint: Endpoint
    let arguments: [Any]
    let inner: [CancelID]
    /// The declared outcomes; empty where the environment's model answers.
    let outcomes: [AnyOutcome]

    var text: String { endpoint.text(arguments) }

    /// How long a sleep was asked to be.
    var duration: Duration { arguments.first as? Duration ?? .zero }
  }

  struct Send {
    let serial: Int
    let action: Any
  }

  /// A cancellation that the closure asks for; never pending between events.
  struct Request {
    let serial: Int
    let id: CancelID
  }

  let origin: Origin
  let number: Int
  let history: [HistoryItem]
  let calls: [Call]
  let sends: [Send]
  /// Ids registered inside the closure.
  let inner: [CancelID]
  let requests: [Request]
  /// Modelled calls whose task was cancelled on the way here.
  let orphans: [Call]
  let findings: [Finding]
  /// The closure has returned and nothing of it is pending.
  let hasEnded: Bool
  let isCancelled: Bool
  /// Something in it escapes control or does not suspend: nothing more is known of it.
  let isOpaque: Bool
  /// The closure has returned, and unstructured work of it goes on.
  let isDetached: Bool
  /// Whether a sleep is pending.
  let hasSleeps: Bool
  // Unchecked on the hot path: touched by `edge` alone.
  @exclusivity(unchecked) private var edges: [Edge] = []
  /// What the node is up to equal behaviour; nil while unknown.
  var identity: Identity?

  enum Identity: Hashable {
    /// The number of a finite automaton's shape.
    case canonical(Int)
    /// The node itself.
    case itself
  }

  /// What a life has come to.
  init(
    origin: Origin, number: Int, history: [HistoryItem], life: Life,
    findings: [Finding]
  ) {
    self.origin = origin
    self.number = number
    self.history = history
    calls = life.calls.map {
      Call(
        serial: $0.serial, endpoint: $0.endpoint, arguments: $0.arguments, inner: $0.inner,
        outcomes: $0.endpoint.serve == nil ? $0.endpoint.outcomes($0.arguments) : [])
    }
    sends = life.sends.map { Send(serial: $0.serial, action: $0.action) }
    inner = life.registrations.map(\.id)
    requests = life.requests.map { Request(serial: $0.serial, id: $0.id) }
    orphans = life.orphans.map {
      Call(
        serial: $0.serial, endpoint: $0.endpoint, arguments: $0.arguments, inner: $0.inner,
        outcomes: [])
    }
    self.findings = findings
    let isWaiting = !(life.calls.isEmpty && life.sends.isEmpty && life.requests.isEmpty)
    hasEnded = life.hasReturned && !isWaiting
    isCancelled = life.isCancelled
    isOpaque = life.isParked || life.escapes
    isDetached = life.hasReturned && !hasEnded
    hasSleeps = calls.contains { $0.endpoint.kind == .sleep }
  }

  /// What a running effect waits for, without an automaton; with nothing, the node before the
  /// closure is called.
  init(origin: Origin, number: Int = 0, calls: [Call] = [], sends: [Send] = []) {
    self.origin = origin
    self.number = number
    self.calls = calls
    self.sends = sends
    history = []
    inner = []
    requests = []
    orphans = []
    findings = []
    hasEnded = false
    isCancelled = false
    isOpaque = false
    isDetached = false
    hasSleeps = calls.contains { $0.endpoint.kind == .sleep }
  }

  /// Whether the closure has not been called.
  var isStart: Bool { history.isEmpty }

  private struct Edge {
    let letter: Letter
    let tree: EdgeTree
  }

  func edge(_ letter: Letter) -> EdgeTree {
    for index in edges.indices where edges[index].letter == letter { return edges[index].tree }
    let tree = EdgeTree()
    edges.append(Edge(letter: letter, tree: tree))
    return tree
  }
}

/// Where a letter leads, which may depend on what the closure reads on the way.
final class EdgeTree {
  enum State {
    case unknown
    /// The closure reads something; each answer leads on.
    case asks(Ask, [(key: UInt64, next: EdgeTree)])
    case leads(Node)
  }

  var state = State.unknown
}

/// The effect that an automaton's nodes belong to; it keeps the closure alive.
final class Origin {
  let run: Run<Any>
  let number: Int

  init(run: Run<Any>, number: Int) {
    self.run = run
    self.number = number
  }
}
