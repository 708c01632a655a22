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

  func identity(of node: Node) -> NodeIdentity.Known {
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
    case .itself: return nil
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

  /// The node's shape: what is pending, and the numbers of where everything leads.
  private func words(for node: Node) -> [UInt64]? {
    guard !node.isStart else { return edge(node, .start, nil).map { [100] + $0 } }
    var words: [UInt64] = [node.hasEnded ? 1 : 0, node.isCancelled ? 1 : 0]
    var blocks: [[UInt64]] = []
    for call in node.calls {
      guard call.endpoint.serve == nil else { return nil }
      var block: [UInt64] = [1] + structuralWords(of: call.endpoint.name)
      for argument in call.arguments { block += structuralWords(ofDynamic: argument) }
      for id in call.inner { block += structuralWords(of: id) }
      for (index, outcome) in call.outcomes.enumerated() {
        let letter = Letter.resolve(call: call.serial, outcome: index)
        guard let edge = edge(node, letter, outcome) else { return nil }
        block += edge
      }
      blocks.append(block)
    }
    for send in node.sends {
      var block: [UInt64] = [2] + structuralWords(ofDynamic: send.action)
      for letter in [
        Letter.deliver(send: send.serial), .deliverCancelled(send: send.serial),
      ] {
        guard let edge = edge(node, letter, nil) else { return nil }
        block += edge
      }
      blocks.append(block)
    }
    for request in node.requests {
      var block: [UInt64] = [4] + structuralWords(of: request.id)
      for letter in [
        Letter.proceed(request: request.serial), .proceedCancelled(request: request.serial),
      ] {
        guard let edge = edge(node, letter, nil) else { return nil }
        block += edge
      }
      blocks.append(block)
    }
    for id in node.inner {
      for send in [nil] + node.sends.map(\.serial) {
        guard let edge = edge(node, .cancelInner(id, delivering: send), nil) else { return nil }
        blocks.append([3] + structuralWords(of: id) + edge)
      }
    }
    if !node.hasEnded && !node.isCancelled {
      guard let edge = edge(node, .cancel, nil) else { return nil }
      words += edge
    }
    for block in blocks.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      words.append(UInt64(block.count))
      words += block
    }
    return words
  }

  private func edge(
    _ node: Node, _ letter: Letter, _ outcome: AnyOutcome?
  ) -> [UInt64]? {
    guard let next = automata.expand(node, letter, outcome) else { return nil }
    guard next.orphans.isEmpty, let number = number(of: next) else { return nil }
    return [UInt64(number)]
  }
}
