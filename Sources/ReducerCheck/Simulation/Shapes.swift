import Reducers
import TransitionSystems

/// Canonical numbers for what effects may still do.
///
/// A finite, small automaton is expanded whole and numbered from its leaves (hash consing), so
/// that effects born in different states but behaving alike are the same, exactly. Where it is
/// infinite, too large, or depends on what a configuration answers, a node is only itself.
final class Shapes {
  private let automata: Automata
  private let world: World
  let numbers: ShapeNumbers
  private var visited = 0
  private var replayed = 0
  /// By the number of a node.
  private var knownBlocks: [Int: [Int: [UInt64]]] = [:]

  /// Nodes that a finite automaton may have.
  var limit = 512
  /// Letters that computing them may cost: a node is computed by replaying its history, so a long
  /// chain costs the square of its length.
  var replayLimit = 8192

  init(_ automata: Automata, _ world: World, _ numbers: ShapeNumbers) {
    self.automata = automata
    self.world = world
    self.numbers = numbers
  }

  /// How effects are merged whose automata are not finite; nil where they are not.
  var lookAhead: LookAhead?

  func identity(of node: Node) -> NodeIdentity.Known {
    let exact = exactIdentity(of: node)
    guard exact == .itself, let lookAhead else { return exact }
    numbers.whileExpanding {
      world.isExpanding = true
      lookAhead.visit(node, automata)
      world.isExpanding = false
    }
    return lookAhead.number(of: node).map { .assumed($0) } ?? .itself
  }

  private func exactIdentity(of node: Node) -> NodeIdentity.Known {
    if let known = node.identity.known { return known }
    numbers.whileExpanding {
      if node.identity.known != nil { return }
      (visited, replayed) = (0, 0)
      world.isExpanding = true
      if number(of: node) == nil { node.identity.isItself() }
      world.isExpanding = false
    }
    return node.identity.known ?? .itself
  }

  /// The number of a node's shape; nil where its automaton is not finite and small.
  ///
  /// What the limits say of a node depends on its automaton alone, not on what was numbered before:
  /// else the answer would change with the order of the search.
  private func number(of node: Node) -> Int? {
    switch node.identity.known {
    case .canonical(let number):
      visited += node.identity.size.nodes
      replayed += node.identity.size.letters
      return visited <= limit && replayed <= replayLimit ? number : nil
    case .itself, .assumed: return nil
    case nil: break
    }
    let (nodesBefore, lettersBefore) = (visited, replayed)
    visited += 1
    replayed += node.history.count
    guard visited <= limit, replayed <= replayLimit, !node.isOpaque,
      node.findings.isEmpty, let words = words(for: node)
    else { return nil }
    let number = numbers.number(of: words)
    node.identity.isCanonical(
      number, nodes: visited - nodesBefore, letters: replayed - lettersBefore)
    return number
  }

  /// What tells the calls and sends of a node from each other that was numbered, by their serials:
  /// nodes of one shape have the same.
  func blocks(of node: Node) -> [Int: [UInt64]] {
    if let known = knownBlocks[node.number] { return known }
    var result: [Int: [UInt64]] = [:]
    numbers.whileExpanding {
      world.isExpanding = true
      (visited, replayed) = (0, 0)
      for block in node.blocks(edge) ?? [] { result[block.serial] = block.words }
      world.isExpanding = false
    }
    knownBlocks[node.number] = result
    return result
  }

  /// The node's shape: what is pending, and the numbers of where everything leads.
  private func words(for node: Node) -> [UInt64]? {
    guard !node.isStart else { return edge(node, .start, nil).map { [100] + $0 } }
    if node.repeats, !node.isCancelled, !node.hasEnded, let head = node.origin.head.value {
      if node === head { return words(forHead: node) }
      guard let number = number(of: head), let sending = words(forSending: node, to: head)
      else { return nil }
      return [202, UInt64(number)] + sending
    }
    return isAmbiguous(node) ? nil : node.words(edge)
  }

  /// Whether two pending sleeps look alike that something else tells apart: what remains of each
  /// belongs to it, and a shape does not say to which.
  ///
  /// Two alone do not: whichever ends first, the other is left where the same is to come.
  private func isAmbiguous(_ node: Node) -> Bool {
    let sleeps = node.calls.filter { $0.endpoint.kind == .sleep }.map(\.serial)
    guard sleeps.count > 1, node.calls.count + node.sends.count > 2,
      let blocks = node.blocks(edge)
    else { return false }
    let words = blocks.filter { sleeps.contains($0.serial) }.map(\.words)
    return Set(words).count < words.count
  }

  /// The shape of what comes round: what it waits for, what it sends for each outcome, and how it
  /// ends.
  private func words(forHead head: Node) -> [UInt64]? {
    guard let call = head.calls.first, head.calls.count == 1, head.sends.isEmpty,
      call.endpoint.serve == nil, let cancelled = edge(head, .cancel, nil)
    else { return nil }
    var words = [201] + call.words + cancelled
    for (index, outcome) in call.outcomes.enumerated() {
      let letter = Letter.resolve(call: call.serial, outcome: index)
      guard let next = automata.expand(head, letter, outcome) else { return nil }
      if let sending = self.words(forSending: next, to: head) {
        words += [1] + sending
      } else {
        guard next.hasEnded, let end = edge(head, letter, outcome) else { return nil }
        words += [0] + end
      }
    }
    return words
  }

  /// The shape of a node that sends one action and then comes round; nil for another.
  private func words(forSending node: Node, to head: Node) -> [UInt64]? {
    guard let send = node.sends.first, node.sends.count == 1, node.calls.isEmpty,
      automata.expand(node, .deliver(send: send.serial), nil) === head,
      let dropped = edge(node, .cancel, nil),
      let last = edge(node, .deliverCancelled(send: send.serial), nil)
    else { return nil }
    return structuralWords(ofDynamic: send.action) + dropped + last
  }

  private func edge(
    _ node: Node, _ letter: Letter, _ outcome: AnyOutcome?
  ) -> [UInt64]? {
    guard let next = automata.expand(node, letter, outcome) else { return nil }
    guard next.orphans.isEmpty, let number = number(of: next) else { return nil }
    return [UInt64(number)]
  }
}

extension Node {
  /// What is pending, with what `edge` says of where each letter leads; nil where that is not known.
  func words(_ edge: (Node, Letter, AnyOutcome?) -> [UInt64]?) -> [UInt64]? {
    guard let pending = blocks(edge), let other = innerBlocks(edge) else { return nil }
    var words: [UInt64] = [hasEnded ? 1 : 0, isCancelled ? 1 : 0]
    if !hasEnded && !isCancelled {
      guard let cancelled = edge(self, .cancel, nil) else { return nil }
      words += cancelled
    }
    let blocks = pending.map(\.words) + other
    for block in blocks.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      words.append(UInt64(block.count))
      words += block
    }
    return words
  }

  /// Each call and send, with what `edge` says of where it leads; nil where that is not known.
  func blocks(
    _ edge: (Node, Letter, AnyOutcome?) -> [UInt64]?
  ) -> [(serial: Int, words: [UInt64])]? {
    var blocks: [(serial: Int, words: [UInt64])] = []
    for call in calls {
      let letters = call.outcomes.enumerated().map {
        (Letter.resolve(call: call.serial, outcome: $0), AnyOutcome?.some($1))
      }
      guard call.endpoint.serve == nil, let words = words([1] + call.words, letters, edge)
      else { return nil }
      blocks.append((call.serial, words))
    }
    for send in sends {
      let letters = [
        Letter.deliver(send: send.serial), .deliverCancelled(send: send.serial),
      ].map { ($0, AnyOutcome?.none) }
      guard let words = words([2] + structuralWords(ofDynamic: send.action), letters, edge)
      else { return nil }
      blocks.append((send.serial, words))
    }
    return blocks
  }

  /// The same of what the closure asks for, and of what is registered inside it.
  private func innerBlocks(
    _ edge: (Node, Letter, AnyOutcome?) -> [UInt64]?
  ) -> [[UInt64]]? {
    var blocks: [[UInt64]] = []
    for request in requests {
      let letters = [
        Letter.proceed(request: request.serial), .proceedCancelled(request: request.serial),
      ].map { ($0, AnyOutcome?.none) }
      guard let words = words([4] + structuralWords(of: request.id), letters, edge)
      else { return nil }
      blocks.append(words)
    }
    for id in inner {
      for send in [nil] + sends.map(Optional.some) {
        let letter = Letter.cancelInner(id, delivering: send?.serial)
        let action = send.map { [1] + structuralWords(ofDynamic: $0.action) } ?? [0]
        guard let words = words([3] + structuralWords(of: id) + action, [(letter, nil)], edge)
        else { return nil }
        blocks.append(words)
      }
    }
    return blocks
  }

  private func words(
    _ start: [UInt64], _ letters: [(Letter, AnyOutcome?)],
    _ edge: (Node, Letter, AnyOutcome?) -> [UInt64]?
  ) -> [UInt64]? {
    letters.reduce(start as [UInt64]?) { words, letter in
      guard let words, let next = edge(self, letter.0, letter.1) else { return nil }
      return words + next
    }
  }
}

extension Node.Call {
  /// What is called, with what, and the ids around it.
  var words: [UInt64] {
    inner.reduce(endpoint.words(arguments)) { $0 + structuralWords(of: $1) }
  }
}

extension Request {
  /// What is called, and with what.
  var words: [UInt64] { endpoint.words(arguments) }
}

extension Endpoint {
  func words(_ arguments: [Any]) -> [UInt64] {
    arguments.reduce(structuralWords(of: name)) { $0 + structuralWords(ofDynamic: $1) }
  }
}
