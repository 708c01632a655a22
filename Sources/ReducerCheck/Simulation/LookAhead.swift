import Reducers
import TransitionSystems

/// Takes effects for the same that look the same as far as one looks ahead.
///
/// It is for automata that are not finite, such as a closure that goes round for ever: what cannot
/// be told exactly is assumed. So it is opted in, said with the verdict, and audited: pairs of
/// nodes that were taken for the same are walked side by side, much further than the look went.
final class LookAhead {
  /// Calls that are resolved in a look.
  let calls: Int
  private let numbering = Numbering()
  private var visited = 0
  /// What is known of a node at a depth.
  private var known: [Key: Int?] = [:]
  /// The first node that looked like this.
  private var first: [Int: Node] = [:]
  /// Where the effects were started of which several nodes were taken for one.
  private var places: Set<String> = []
  private(set) var merged = 0
  private(set) var audited = 0
  /// Two that were taken for the same and are not.
  private var contradiction: Finding?

  /// Nodes that one look may visit.
  private static var limit: Int { 4_096 }
  /// Pairs that are audited in any case, and then one in how many.
  private static var auditedAlways: Int { 64 }
  private static var auditedThen: Int { 8 }
  /// Walks an audit takes, and how much further each goes than the look.
  private static var walks: Int { 4 }
  private static var auditedCalls: Int { 32 }

  private struct Key: Hashable {
    let node: Int
    let depth: Int
  }

  init(calls: Int) { self.calls = calls }

  /// The number of what a node shows; nil where a look does not tell.
  func number(of node: Node) -> Int? { known[Key(node: node.number, depth: calls)] ?? nil }

  /// What is assumed, for the verdict; nil where nothing was.
  var assumption: String? {
    guard merged > 0 else { return nil }
    return "assuming that effects go on as their next \(calls) call\(calls == 1 ? "" : "s") show: "
      + places.sorted().joined(separator: ", ")
      + " (\(merged) taken for known ones, \(audited) of them audited)"
  }

  /// Hands out, once, that two were taken for the same and are not.
  func takeContradiction() -> Finding? {
    defer { contradiction = nil }
    return contradiction
  }

  /// Looks ahead from a node; called while expanding.
  func visit(_ node: Node, _ automata: Automata) {
    let key = Key(node: node.number, depth: calls)
    guard known[key] == nil else { return }
    visited = 0
    let number = look(node, calls, automata)
    known[key] = .some(number)
    guard let number else { return }
    guard let other = first[number] else {
      first[number] = node
      return
    }
    merged += 1
    places.insert(node.origin.run.place)
    guard merged <= Self.auditedAlways || merged % Self.auditedThen == 0 else { return }
    audited += 1
    audit(other, node, automata)
  }

  private func look(_ node: Node, _ depth: Int, _ automata: Automata) -> Int? {
    let key = Key(node: node.number, depth: depth)
    if let known = known[key] { return known }
    visited += 1
    guard visited <= Self.limit, !node.isOpaque, node.findings.isEmpty else { return nil }
    func edge(_ node: Node, _ letter: Letter, _ outcome: AnyOutcome?) -> [UInt64]? {
      var left = depth
      if case .resolve = letter {
        if depth == 0 { return [] }
        left -= 1
      }
      guard let next = automata.expand(node, letter, outcome), next.orphans.isEmpty,
        let number = look(next, left, automata)
      else { return nil }
      return [UInt64(number)]
    }
    let words = node.isStart ? edge(node, .start, nil).map { [100] + $0 } : node.words(edge)
    let number = words.map { numbering.number(of: [UInt64(depth)] + $0) }
    // What the limit cut off is not known from another start either.
    if number != nil { known[key] = .some(number) }
    return number
  }

  // MARK: The audit

  /// Walks two nodes side by side, and notes where they wait for different things.
  private func audit(_ one: Node, _ other: Node, _ automata: Automata) {
    for walk in 0..<Self.walks {
      var random = RandomSource(seed: UInt64(walk))
      var pair = (one, other)
      for step in 0..<(calls + Self.auditedCalls) {
        let (some, others) = (pair.0.moves, pair.1.moves)
        guard some.map(\.words) == others.map(\.words) else {
          return contradict(pair.0, pair.1, after: step)
        }
        guard !some.isEmpty else { break }
        let index = Int(random.next() % UInt64(some.count))
        guard let next = automata.expand(pair.0, some[index].letter, some[index].outcome),
          let beside = automata.expand(pair.1, others[index].letter, others[index].outcome)
        else { break }
        pair = (next, beside)
      }
    }
  }

  private func contradict(_ one: Node, _ other: Node, after step: Int) {
    guard contradiction == nil else { return }
    let place = one.origin.run.place
    contradiction = Finding(
      kind: .unsoundMerge, name: "effect in \(one.origin.run.fileID)",
      message:
        "Two effects at \(place) that look the same \(calls) calls ahead were taken for one, "
        + "but after \(step) more steps one waits for \(one.pendingText), the other for "
        + "\(other.pendingText). Look further ahead than \(calls), or not at all.")
  }
}

extension Node {
  /// A letter that may come next, and what tells it from others at this node.
  fileprivate struct Move {
    let words: [UInt64]
    let letter: Letter
    let outcome: AnyOutcome?
  }

  /// The letters that may come next, in an order that does not depend on how the node was reached.
  fileprivate var moves: [Move] {
    if isStart { return [Move(words: [0], letter: .start, outcome: nil)] }
    let calls = calls.flatMap { call in
      call.outcomes.enumerated().map { index, outcome in
        Move(
          words: [1] + call.words + [UInt64(index)],
          letter: .resolve(call: call.serial, outcome: index), outcome: outcome)
      }
    }
    let sends = sends.map { send in
      Move(
        words: [2] + structuralWords(ofDynamic: send.action), letter: .deliver(send: send.serial),
        outcome: nil)
    }
    return (calls + sends).sorted { $0.words.lexicographicallyPrecedes($1.words) }
  }

  fileprivate var pendingText: String {
    let texts = calls.map(\.text) + sends.map { describe($0.action) }
    return texts.isEmpty ? "nothing" : texts.sorted().joined(separator: " and ")
  }
}
