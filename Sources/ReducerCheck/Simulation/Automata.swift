import Reducers
import TransitionSystems

/// The automata of a feature's effects, computed on demand and remembered.
///
/// A closure is deterministic given the outcomes of its calls and the answers to its reads, so a
/// node is computed once, by calling the closure again with its history fed in. What a closure
/// *is* is recognised by its code and what it captured, so that the effect a reducer returns for
/// the thousandth time is found, not run.
final class Automata {
  private let world: World
  // Unchecked on the hot path: only `root` touches it.
  @exclusivity(unchecked) private var roots: [UInt64: [Root]] = [:]
  /// Where the words of the run that is looked up are written.
  @exclusivity(unchecked) private var encoder = StructuralEncoder()
  @exclusivity(unchecked) private var rootCount = 0
  private var lastNumber = 0

  /// How often a closure was called to compute a node.
  private(set) var livesLed = 0
  /// How often an effect that a reducer returned was recognised, and how often not.
  @exclusivity(unchecked) private(set) var recognised = 0
  private(set) var unrecognised = 0

  /// Whether computed nodes are checked against the other order of jobs.
  var auditsOrder = true

  /// Effects remembered at most; past that all are forgotten, which costs time and no more.
  private static var capacity: Int { 50_000 }

  init(world: World) { self.world = world }

  /// An effect that is known, and the words it was recognised by.
  private struct Root {
    let words: [UInt64]
    let node: Node
  }

  /// The automaton of an effect, at the node before its closure is called.
  func root(of run: Run<Any>) -> Node {
    guard encode(run) else {
      unrecognised += 1
      return makeRoot(run)
    }
    let key = encoder.fingerprint
    if let known = roots[key], let root = known.first(where: isEncoded) {
      recognised += 1
      return root.node
    }
    unrecognised += 1
    if rootCount >= Self.capacity { (roots, rootCount) = ([:], 0) }
    let node = makeRoot(run)
    roots[key, default: []].append(Root(words: encoder.words, node: node))
    rootCount += 1
    return node
  }

  private func makeRoot(_ run: Run<Any>) -> Node {
    Node(origin: Origin(run: run, number: makeNumber()), number: makeNumber())
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
      guard _openExistential(holder, do: open) else { return false }
      // The length keeps the words of two closures apart.
      encoder.append(UInt64(encoder.count - start))
    }
    return true
  }

  private func isEncoded(_ root: Root) -> Bool {
    encoder.withWords { words in words.elementsEqual(root.words) }
  }

  private func makeNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// The node that a letter leads to, given what the current step answers to reads.
  func follow(_ node: Node, _ letter: Letter, _ outcome: AnyOutcome? = nil)
    -> Node
  {
    var tree = node.edge(letter)
    var answers: [Reading] = []
    while true {
      switch tree.state {
      case .leads(let next): return next
      case .asks(let ask, let branches):
        let answer = world.answer(ask)
        answers.append(Reading(ask: ask, answer: answer))
        tree = branches.first { $0.key == answer.key }?.next ?? branch(of: tree, answer.key)
      case .unknown:
        return compute(node, letter, outcome, answers, into: tree)
      }
    }
  }

  /// The node that a letter leads to whatever a configuration holds; nil where it reads something.
  func expand(_ node: Node, _ letter: Letter, _ outcome: AnyOutcome?) -> Node? {
    let tree = node.edge(letter)
    if case .unknown = tree.state { _ = compute(node, letter, outcome, [], into: tree) }
    guard case .leads(let next) = tree.state else { return nil }
    return next
  }

  private func branch(of tree: EdgeTree, _ key: UInt64) -> EdgeTree {
    guard case .asks(let ask, let branches) = tree.state else { return tree }
    let next = EdgeTree()
    tree.state = .asks(ask, branches + [(key, next)])
    return next
  }

  private func compute(
    _ node: Node, _ letter: Letter, _ outcome: AnyOutcome?, _ answers: [Reading],
    into tree: EdgeTree
  ) -> Node {
    world.executor.hadChoice = false
    let life = lead(node.history, of: node.origin)
    life.apply(letter, outcome: outcome, answers: answers)
    var findings = life.findings
    let item = HistoryItem(
      letter: letter, outcome: outcome, answers: life.answers, digest: life.digest)
    if auditsOrder && world.executor.hadChoice && !life.lacksConfiguration {
      findings += audit(node.history + [item], of: node.origin)
    }
    let next = Node(
      origin: node.origin, number: makeNumber(), history: node.history + [item], life: life,
      findings: findings)
    life.abandon()
    var tree = tree
    for reading in life.answers.dropFirst(answers.count) {
      let further = EdgeTree()
      tree.state = .asks(reading.ask, [(reading.answer.key, further)])
      tree = further
    }
    if !life.lacksConfiguration { tree.state = .leads(next) }
    return next
  }

  /// Calls the closure and feeds it a history.
  private func lead(_ history: [HistoryItem], of origin: Origin) -> Life {
    livesLed += 1
    let life = Life(world: world, run: origin.run)
    for item in history {
      life.apply(item.letter, outcome: item.outcome, answers: item.answers)
      if life.digest != item.digest { life.noteDrift() }
    }
    return life
  }

  /// Runs the same history with the jobs taken last first: another result means that the effect
  /// depends on the order of threads.
  ///
  /// Serial numbers follow the order of jobs, so each letter is re-aimed by what it names.
  private func audit(_ history: [HistoryItem], of origin: Origin) -> [Finding] {
    let plain = Life(world: world, run: origin.run)
    let other = Life(world: world, run: origin.run)
    other.readsOnlyScript = true
    defer {
      plain.abandon()
      other.abandon()
    }
    for item in history {
      let letter = other.counterpart(of: item.letter, in: plain)
      plain.apply(item.letter, outcome: item.outcome, answers: item.answers)
      world.executor.takesLastFirst = true
      other.apply(letter, outcome: item.outcome, answers: item.answers)
      world.executor.takesLastFirst = false
    }
    let agrees = other.waitsForTheSame(as: plain) && !other.lacksConfiguration
    return agrees ? [] : [.dependsOnThreadOrder(origin.run)]
  }
}

extension Life {
  var digest: Digest {
    Digest(
      calls: calls.count, sends: sends.count, requests: requests.count,
      lastSerial: calls.last?.serial ?? 0, hasEnded: hasReturned)
  }

  /// The letter that names here what `letter` names in another life with the same history.
  func counterpart(of letter: Letter, in other: Life) -> Letter {
    func translate(_ serial: Int, _ pick: (Life) -> [(serial: Int, text: String)]) -> Int {
      let theirs = pick(other)
      guard let text = theirs.first(where: { $0.serial == serial })?.text else { return serial }
      let place = theirs.filter { $0.text == text }.firstIndex { $0.serial == serial } ?? 0
      let ours = pick(self).filter { $0.text == text }
      return ours.indices.contains(place) ? ours[place].serial : serial
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
      .resolve(call: translate(call, calls), outcome: outcome)
    case .deliver(let send): .deliver(send: translate(send, sends))
    case .deliverCancelled(let send): .deliverCancelled(send: translate(send, sends))
    case .proceed(let request): .proceed(request: translate(request, requests))
    case .proceedCancelled(let request):
      .proceedCancelled(request: translate(request, requests))
    case .cancelInner(let id, let send):
      .cancelInner(id, delivering: send.map { translate($0, sends) })
    case .start, .cancel: letter
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
