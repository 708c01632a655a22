import ControlledExecution
import Reducers
import TransitionSystems

/// The automata of a feature's effects, computed on demand and remembered.
///
/// A closure is deterministic given the outcomes of its calls and the answers to its reads, so a
/// node is computed once, by calling the closure again with its history fed in. What a closure
/// *is* is recognised by its code and what it captured, so that the effect a reducer returns for
/// the thousandth time is found, not run. One a thread: what is known is shared, what is computed
/// is computed in the thread's own world.
final class Automata {
  private let world: World
  let known: KnownEffects
  /// Where the words of the run that is looked up are written.
  @exclusivity(unchecked) private var encoder = StructuralEncoder()

  /// How often a closure was called to compute a node.
  private(set) var livesLed = 0
  /// How often an effect that a reducer returned was recognised, and how often not.
  @exclusivity(unchecked) private(set) var recognised = 0
  private(set) var unrecognised = 0

  /// Whether computed nodes are checked against the other order of jobs.
  var auditsOrder = true

  init(world: World, knowing known: KnownEffects) {
    self.world = world
    self.known = known
  }

  /// The automaton of an effect, at the node before its closure is called.
  func root(of run: Run<Any>) -> Node {
    guard encode(run) else {
      unrecognised += 1
      return known.makeRoot(run)
    }
    let (node, isKnown) = encoder.withWords { known.root(of: run, $0) }
    if isKnown { recognised += 1 } else { unrecognised += 1 }
    return node
  }

  /// Writes down what tells a run from another; false when one of its closures cannot be read.
  private func encode(_ run: Run<Any>) -> Bool {
    encoder.removeAll()
    let dependencies = UInt(bitPattern: run.dependencies.storageIdentity)
    encoder.append(UInt64(dependencies))
    encoder.append(UInt64(bitPattern: Int64(run.line)))
    for holder in run.closures {
      func open<Holder>(_ holder: Holder) -> Bool { ClosureIdentity.append(holder, to: &encoder) }
      let start = encoder.count
      guard _openExistential(holder, do: open) || encodeEmbedding(holder) else { return false }
      // The length keeps the words of two closures apart.
      encoder.append(UInt64(encoder.count - start))
    }
    return true
  }

  /// Writes down how a child's actions are embedded; false for anything else.
  private func encodeEmbedding(_ holder: Any) -> Bool {
    guard holder is Embedding else { return false }
    encoder.encodeDynamic(holder)
    return true
  }

  /// The node that a letter leads to, given what the current step answers to reads.
  func follow(_ node: Node, _ letter: Letter, _ outcome: AnyOutcome? = nil)
    -> Node
  {
    var tree = node.edge(letter)
    var answers: [Reading] = []
    while true {
      if let next = tree.target { return next }
      guard let ask = tree.ask else { return compute(node, letter, outcome, answers, into: tree) }
      let reading = Reading(ask: ask, answer: world.answer(ask))
      answers.append(reading)
      tree = tree.branch(reading)
    }
  }

  /// The node that a letter leads to whatever a configuration holds; nil where it reads something.
  func expand(_ node: Node, _ letter: Letter, _ outcome: AnyOutcome?) -> Node? {
    let tree = node.edge(letter)
    if tree.target == nil && tree.ask == nil {
      _ = compute(node, letter, outcome, [], into: tree)
    }
    return tree.target
  }

  private func compute(
    _ node: Node, _ letter: Letter, _ outcome: AnyOutcome?, _ answers: [Reading],
    into tree: EdgeTree
  ) -> Node {
    world.executor.hadChoice = false
    let life = lead(node.history, of: node.origin)
    let endpoint = node.endpoint(resolvedBy: letter)
    if life.takes(letter, of: endpoint) {
      life.apply(letter, outcome: outcome, answers: answers)
    } else {
      life.noteDrift()
    }
    var findings = life.findings
    let item = HistoryItem(
      letter: letter, endpoint: endpoint, outcome: outcome, answers: life.answers,
      digest: life.digest)
    if auditsOrder && world.executor.hadChoice && !life.lacksConfiguration {
      findings += audit(node.history + [item], of: node.origin)
    }
    let next = Node(
      origin: node.origin, number: known.makeNumber(), history: node.history + [item], life: life,
      findings: findings)
    life.abandon()
    let end = life.answers.dropFirst(answers.count).reduce(tree) { $0.branch($1) }
    if life.lacksConfiguration { return next }
    if let head = head(of: next, after: letter) { return end.lead(backTo: head) }
    let led = end.lead(to: next)
    if case .start = letter, led.repeats { _ = node.origin.head.set(led) }
    return led
  }

  /// Where a closure that repeats has come back to; nil where it has not.
  ///
  /// Exact: what such a closure does next depends on nothing but what it waits for, which is said by
  /// whoever made it, and is the same here and there.
  private func head(of node: Node, after letter: Letter) -> Node? {
    let origin = node.origin
    guard node.repeats, let head = origin.head.value, node.findings.isEmpty,
      case .deliver = letter, !node.isCancelled, node.sends.isEmpty,
      node.calls.map(\.text) == head.calls.map(\.text)
    else { return nil }
    return head
  }

  /// Calls the closure and feeds it a history.
  private func lead(_ history: [HistoryItem], of origin: Origin) -> Life {
    livesLed += 1
    let life = Life(world: world, run: origin.run)
    for item in history {
      // What it waits for instead would be given another's answer.
      guard life.takes(item.letter, of: item.endpoint) else {
        life.noteDrift()
        return life
      }
      life.apply(item.letter, outcome: item.outcome, answers: item.answers)
      if life.digest != item.digest { life.noteDrift() }
    }
    return life
  }

  /// Runs the same history with the jobs taken in other orders: another result means that the effect
  /// depends on the order of threads.
  ///
  /// Serial numbers follow the order of jobs, so each letter is re-aimed by what it names.
  private func audit(_ history: [HistoryItem], of origin: Origin) -> [Finding] {
    let isTheSame = [ControlledExecutor.Order.latestFirst, .secondFirst].allSatisfy {
      comesToTheSame(history, of: origin, in: $0)
    }
    return isTheSame ? [] : [.dependsOnThreadOrder(origin.run)]
  }

  private func comesToTheSame(
    _ history: [HistoryItem], of origin: Origin, in order: ControlledExecutor.Order
  ) -> Bool {
    let plain = Life(world: world, run: origin.run)
    let other = Life(world: world, run: origin.run)
    other.readsOnlyScript = true
    defer {
      plain.abandon()
      other.abandon()
    }
    for item in history {
      guard let letter = other.counterpart(of: item.letter, in: plain) else { return false }
      plain.apply(item.letter, outcome: item.outcome, answers: item.answers)
      world.executor.order = order
      other.apply(letter, outcome: item.outcome, answers: item.answers)
      world.executor.order = .oldestFirst
    }
    return other.waitsForTheSame(as: plain) && !other.lacksConfiguration
  }
}

extension Life {
  var digest: Digest {
    Digest(
      fingerprint: fingerprint, calls: calls.count, sends: sends.count, requests: requests.count,
      lastSerial: calls.last?.serial ?? 0, hasEnded: hasReturned)
  }

  /// Of what is called and sent, with what; of the last of each, for what came before was pending
  /// before.
  private var fingerprint: UInt64 {
    // As text: an object that is made anew each time has another address each time.
    let call = calls.last.map { $0.endpoint.text($0.arguments) } ?? ""
    return structuralFingerprint(of: call + "\n" + (sends.last.map { describe($0.action) } ?? ""))
  }

  /// Whether a letter can be applied: a call that is resolved is pending, and of the endpoint that
  /// the outcome is of.
  func takes(_ letter: Letter, of endpoint: Endpoint?) -> Bool {
    guard case .resolve(let serial, _) = letter else { return true }
    return calls.contains { $0.serial == serial && $0.endpoint === endpoint }
  }

  /// The letter that names here what `letter` names in another life with the same history; nil
  /// where nothing is here that it could name.
  func counterpart(of letter: Letter, in other: Life) -> Letter? {
    func translate(_ serial: Int, _ pick: (Life) -> [(serial: Int, text: String)]) -> Int? {
      let theirs = pick(other)
      guard let text = theirs.first(where: { $0.serial == serial })?.text else { return serial }
      let place = theirs.filter { $0.text == text }.firstIndex { $0.serial == serial } ?? 0
      let ours = pick(self).filter { $0.text == text }
      return ours.indices.contains(place) ? ours[place].serial : nil
    }
    func calls(_ life: Life) -> [(serial: Int, text: String)] {
      life.calls.map { ($0.serial, $0.endpoint.text($0.arguments)) }
    }
    func sends(_ life: Life) -> [(serial: Int, text: String)] {
      life.sends.map { ($0.serial, describe($0.action)) }
    }
    func requests(_ life: Life) -> [(serial: Int, text: String)] {
      life.requests.map { ($0.serial, $0.id.text) }
    }
    return switch letter {
    case .resolve(let call, let outcome):
      translate(call, calls).map { .resolve(call: $0, outcome: outcome) }
    case .deliver(let send): translate(send, sends).map { .deliver(send: $0) }
    case .deliverCancelled(let send): translate(send, sends).map { .deliverCancelled(send: $0) }
    case .proceed(let request): translate(request, requests).map { .proceed(request: $0) }
    case .proceedCancelled(let request):
      translate(request, requests).map { .proceedCancelled(request: $0) }
    case .cancelInner(let id, let send?):
      translate(send, sends).map { .cancelInner(id, delivering: $0) }
    case .start, .cancel, .cancelInner(_, nil): letter
    }
  }

  /// Whether both wait for equal calls and sends, in whatever order.
  func waitsForTheSame(as other: Life) -> Bool {
    func texts(_ life: Life) -> [String] {
      (life.calls.map { $0.endpoint.text($0.arguments) } + life.sends.map { describe($0.action) }
        + life.requests.map { "cancel \($0.id.text)" })
        .sorted()
    }
    return texts(self) == texts(other) && hasReturned == other.hasReturned
  }
}
