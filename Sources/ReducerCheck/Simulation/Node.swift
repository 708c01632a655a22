import Reducers
import Synchronization

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

extension Letter {
  /// Numbers that tell letters apart, but for the ids in them.
  @inline(__always)
  fileprivate var numbers: (kind: UInt8, first: Int, second: Int) {
    switch self {
    case .start: (0, 0, 0)
    case .resolve(let call, let outcome): (1, call, outcome)
    case .deliver(let send): (2, send, 0)
    case .deliverCancelled(let send): (3, send, 0)
    case .proceed(let request): (4, request, 0)
    case .proceedCancelled(let request): (5, request, 0)
    case .cancel: (6, 0, 0)
    case .cancelInner(_, let send): (Self.withID, send ?? 0, send == nil ? 0 : 1)
    }
  }

  /// The kind that numbers do not tell apart.
  fileprivate static var withID: UInt8 { 7 }
}

/// A letter with what it takes to apply it again.
struct HistoryItem {
  let letter: Letter
  /// Of the call that it resolves, if it does.
  let endpoint: Endpoint?
  let outcome: AnyOutcome?
  let answers: [Reading]
  /// What the closure was seen to wait for after it: checked whenever it is applied again.
  let digest: Digest
}

/// What a closure waits for, in short.
struct Digest: Hashable {
  /// Of what is called and sent, with what.
  let fingerprint: UInt64
  let calls: Int
  let sends: Int
  let requests: Int
  let lastSerial: Int
  let hasEnded: Bool
}

/// A state of an effect: the outcomes delivered so far, and what the closure waits for then.
///
/// A node is computed once and shared by every configuration in which an effect has come so far,
/// and by every thread that searches them.
///
/// `@unchecked Sendable` holds because all of it is immutable but the edges, which are published by
/// an atomic store and never removed, and the identity, a number.
final class Node: @unchecked Sendable {
  struct Call {
    let serial: Int
    let endpoint: Endpoint
    let arguments: [Any]
    let inner: [CancelID]
    /// The declared outcomes; empty where the environment's model answers.
    let outcomes: [AnyOutcome]
    /// Whether it is answered by one of those, and nothing else comes of it.
    var isAnsweredAsDeclared: Bool { endpoint.serve == nil && endpoint !== Endpoint.start }

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
  /// Whether its closure does one thing over and over, and keeps nothing from one to the next.
  let repeats: Bool
  /// The endpoint of all its calls, if it is one.
  let onlyEndpoint: Endpoint?
  /// How many outcomes each call may have, where they are declared and nothing else can happen.
  let choices: [(call: Int, outcomes: Int)]
  /// Whether coming here does nothing but change what the closure waits for.
  let isUneventful: Bool
  /// Whether coming here only ends the effect.
  let isPlainEnd: Bool
  /// The newest of the edges, each of which knows the one before it.
  private let edges = Atomic<UInt>(0)
  /// What the node is up to equal behaviour.
  let identity = NodeIdentity()

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
    repeats = life.repeats
    let isPlain =
      findings.isEmpty && inner.isEmpty && requests.isEmpty && orphans.isEmpty && !hasSleeps
    isUneventful = isPlain && !hasEnded
    isPlainEnd = isPlain && hasEnded
    onlyEndpoint = calls.first?.endpoint.ifOnly(in: calls)
    choices = Self.choices(calls, sends, isOpaque)
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
    repeats = false
    hasSleeps = calls.contains { $0.endpoint.kind == .sleep }
    isUneventful = false
    isPlainEnd = false
    onlyEndpoint = calls.first?.endpoint.ifOnly(in: calls)
    choices = Self.choices(calls, sends, isOpaque)
  }

  private static func choices(
    _ calls: [Call], _ sends: [Send], _ isOpaque: Bool
  ) -> [(call: Int, outcomes: Int)] {
    let isPlain = calls.allSatisfy { $0.endpoint.kind != .sleep && $0.endpoint.serve == nil }
    guard isPlain, sends.isEmpty, !isOpaque else { return [] }
    return calls.map { ($0.serial, $0.outcomes.count) }
  }

  /// What the closure drew and read on its way here.
  var answers: [Reading] { history.last?.answers ?? [] }

  /// Whether it drew or read what others change.
  var hasReads: Bool { answers.contains { $0.ask.isOfShared } }

  /// Whether the closure has not been called.
  var isStart: Bool { history.isEmpty }

  private final class Edge {
    let letter: Letter
    private let numbers: (kind: UInt8, first: Int, second: Int)
    let tree = EdgeTree()
    /// The edge that was made before it, which it keeps.
    private(set) var older: Unmanaged<Edge>?

    init(_ letter: Letter, older: Unmanaged<Edge>?) {
      self.letter = letter
      self.older = older
      numbers = letter.numbers
    }

    /// Whether this is the edge of a letter with these numbers.
    @inline(__always)
    func isOf(_ numbers: (kind: UInt8, first: Int, second: Int), _ letter: Letter) -> Bool {
      self.numbers == numbers && (numbers.kind != Letter.withID || self.letter == letter)
    }

    /// Leaves the older edge to whoever keeps it: another thread has been quicker.
    func forgetOlder() { older = nil }

    deinit { older?.release() }
  }

  /// Where a letter leads, if that is known and depends on nothing that the closure reads.
  ///
  /// Unmanaged, here and below: edges and what they lead to live as long as the node, and counting
  /// references to what all threads share is most of what a look-up would cost.
  @inline(__always)
  func target(of letter: Letter) -> Unmanaged<Node>? {
    find(letter, letter.numbers, from: edges.load(ordering: .acquiring)).flatMap {
      $0._withUnsafeGuaranteedRef { $0.tree.unmanagedTarget }
    }
  }

  @inline(__always)
  private func find(
    _ letter: Letter, _ numbers: (kind: UInt8, first: Int, second: Int), from newest: UInt
  ) -> Unmanaged<Edge>? {
    var next = Self.edge(newest)
    while let current = next {
      let (isIt, older) = current._withUnsafeGuaranteedRef {
        ($0.isOf(numbers, letter), $0.older)
      }
      if isIt { return current }
      next = older
    }
    return nil
  }

  func edge(_ letter: Letter) -> EdgeTree {
    let numbers = letter.numbers
    while true {
      let newest = edges.load(ordering: .acquiring)
      if let known = find(letter, numbers, from: newest) {
        return known._withUnsafeGuaranteedRef { $0.tree }
      }
      let made = Edge(letter, older: Self.edge(newest))
      let reference = Unmanaged.passRetained(made)
      let (isOurs, _) = edges.compareExchange(
        expected: newest, desired: UInt(bitPattern: reference.toOpaque()),
        ordering: .acquiringAndReleasing)
      if isOurs { return made.tree }
      made.forgetOlder()
      reference.release()
    }
  }

  private static func edge(_ bits: UInt) -> Unmanaged<Edge>? {
    UnsafeRawPointer(bitPattern: bits).map { Unmanaged<Edge>.fromOpaque($0) }
  }

  deinit { Self.edge(edges.load(ordering: .acquiring))?.release() }
}

extension Endpoint {
  fileprivate func ifOnly(in calls: [Node.Call]) -> Endpoint? {
    calls.allSatisfy { $0.endpoint === self } ? self : nil
  }
}

/// What a node is up to equal behaviour, as a number that equal ones share.
final class NodeIdentity: @unchecked Sendable {
  // Sendable holds because the size is written before the number is published, and read after.
  private let published = Atomic<Int>(0)
  /// Nodes that can be reached from it, and the letters it takes to compute them.
  private(set) var size = (nodes: 0, letters: 0)

  enum Known: Hashable {
    /// The number of a finite automaton's shape.
    case canonical(Int)
    /// The number of what a look ahead shows.
    case assumed(Int)
    /// The node itself.
    case itself
  }

  var known: Known? {
    switch published.load(ordering: .acquiring) {
    case 0: nil
    case -1: .itself
    case let number: .canonical(number)
    }
  }

  func isCanonical(_ number: Int, nodes: Int, letters: Int) {
    size = (nodes, letters)
    published.store(number, ordering: .releasing)
  }

  func isItself() { published.store(-1, ordering: .releasing) }
}

/// Where a letter leads, which may depend on what the closure reads on the way.
///
/// `@unchecked Sendable` holds because what it leads to is published by an atomic store, and what
/// it asks is touched under the lock.
final class EdgeTree: @unchecked Sendable {
  /// The address of the node, and in the lowest bit whether it keeps this tree rather than the
  /// other way round.
  private let node = Atomic<UInt>(0)
  private let lock = Mutex(())
  private var asked: Ask?
  private var branches: [(key: UInt64, next: EdgeTree)] = []

  /// The node it leads to, once that was computed; nil also where the closure reads something.
  var target: Node? { unmanagedTarget?.takeUnretainedValue() }

  var unmanagedTarget: Unmanaged<Node>? {
    UnsafeRawPointer(bitPattern: node.load(ordering: .acquiring) & ~1).map {
      Unmanaged<Node>.fromOpaque($0)
    }
  }

  /// What the closure reads first; nil where it reads nothing, or was not called yet.
  var ask: Ask? {
    var result: Ask?
    lock.withLock { _ in result = asked }
    return result
  }

  /// Leads to a node from now on, unless another thread has computed it before.
  ///
  /// - Returns: The node it leads to.
  func lead(to next: Node) -> Node {
    let made = Unmanaged.passRetained(next)
    let (isOurs, _) = node.compareExchange(
      expected: 0, desired: UInt(bitPattern: made.toOpaque()), ordering: .acquiringAndReleasing)
    if isOurs { return next }
    made.release()
    return target ?? next
  }

  /// Leads back to a node on the way here, which keeps this tree and which its origin keeps.
  func lead(backTo node: Node) -> Node {
    self.node.store(
      UInt(bitPattern: Unmanaged.passUnretained(node).toOpaque()) | 1, ordering: .releasing)
    return node
  }

  /// Where an answer to what the closure reads leads.
  func branch(_ reading: Reading) -> EdgeTree {
    var result = EdgeTree()
    lock.withLock { _ in
      asked = reading.ask
      if let known = branches.first(where: { $0.key == reading.answer.key }) {
        result = known.next
      } else {
        branches.append((reading.answer.key, result))
      }
    }
    return result
  }

  deinit {
    let bits = node.load(ordering: .acquiring)
    guard bits & 1 == 0, let address = UnsafeRawPointer(bitPattern: bits) else { return }
    Unmanaged<Node>.fromOpaque(address).release()
  }
}

/// The effect that an automaton's nodes belong to; it keeps the closure alive.
final class Origin: Sendable {
  let run: Run<Any>
  let number: Int
  /// Where a closure that repeats comes back to: the node after its start.
  let head = SetOnce<Node>()
  /// The node of an effect that is scheduled and waits for its start.
  let scheduled = SetOnce<Node>()

  init(run: Run<Any>, number: Int) {
    self.run = run
    self.number = number
  }
}
