import Reducers
import TransitionSystems

/// What makes a configuration the one it is, as words: equal words, equal future.
///
/// Effects are compared by what they may still do and by what can reach them (their ids, their
/// place, whether they drain), in no order; the rest structurally.
extension Simulation {
  /// The identity of a configuration.
  ///
  /// - Parameter inOrder: Whether effects are told apart by the order they started in.
  func key(_ c: Configuration, inOrder: Bool) -> [UInt64] {
    var words = c.state.words
    words.append(UInt64(c.ledger.entries.count))
    append(block: structuralWords(ofDynamic: c.model), to: &words)
    for memory in c.monitors { append(block: structuralWords(ofDynamic: memory), to: &words) }
    words += [c.draws.uuid, c.draws.random, c.draws.stackElementID]
    if world.timeWasRead { words.append(c.now.milliseconds) }
    let orphans = c.orphans.map { structuralWords(of: $0.text) }
    append(blocks: orphans, inOrder: false, to: &words)
    for window in c.ledger.windows {
      append(block: structuralWords(ofDynamic: window.pending as Any), to: &words)
    }
    append(blocks: forest(of: c, under: nil, inOrder: inOrder), inOrder: inOrder, to: &words)
    return words
  }

  private func append(block: [UInt64], to words: inout [UInt64]) {
    words.append(UInt64(block.count))
    words += block
  }

  private func append(blocks: [[UInt64]], inOrder: Bool, to words: inout [UInt64]) {
    words.append(UInt64(blocks.count))
    let ordered = inOrder ? blocks : blocks.sorted { $0.lexicographicallyPrecedes($1) }
    for block in ordered { append(block: block, to: &words) }
  }

  /// The effects and concatenations directly under a concatenation, or under none; grouped by the
  /// send they came from where the outside may cancel that.
  private func forest(
    of c: Configuration, under sequence: Int?, inOrder: Bool
  ) -> [[UInt64]] {
    var groups: [Int: [[UInt64]]] = [:]
    var order: [Int] = []
    func add(_ block: [UInt64], _ group: Int) {
      let group = model.allowsCancellation ? group : 0
      if groups[group] == nil { order.append(group) }
      groups[group, default: []].append(block)
    }
    for entry in c.ledger.entries where entry.sequence == sequence {
      add(words(for: entry), entry.group)
    }
    for other in c.ledger.sequences where other.context.sequence == sequence {
      var block: [UInt64] = [7]
      append(blocks: other.rest.map { words(for: $0) }, inOrder: true, to: &block)
      append(block: words(for: other.context.registrations, other.context.scope), to: &block)
      append(
        blocks: forest(of: c, under: other.id, inOrder: inOrder), inOrder: inOrder, to: &block)
      add(block, other.context.group)
    }
    guard model.allowsCancellation else { return order.flatMap { groups[$0] ?? [] } }
    return order.map { group in
      var block: [UInt64] = [9]
      append(blocks: groups[group] ?? [], inOrder: inOrder, to: &block)
      return block
    }
  }

  private func words(for entry: EffectLedger.Entry) -> [UInt64] {
    var words: [UInt64] = [entry.phase == .draining ? 1 : 0]
    switch entry.role {
    case .work: words.append(0)
    case .throttled(let gate): words += [1] + self.words(for: [gate.key], gate.key.scope)
    case .window(let key): words += [2] + self.words(for: [key], key.scope)
    case .presentation(let dismissal): words += [3] + structuralWords(ofDynamic: dismissal)
    }
    append(block: self.words(for: entry.registrations, entry.scope), to: &words)
    if names.starters {
      append(block: structuralWords(ofDynamic: entry.startedBy as Any), to: &words)
    }
    guard let running = entry.state else { return words }
    words += identity(of: running.node)
    let sleeps = running.sleeps.map { sleep in
      identity(after: sleep.call, in: running.node)
        + [UInt64(truncatingIfNeeded: sleep.remaining.attoseconds)]
    }
    append(blocks: sleeps, inOrder: false, to: &words)
    let served = running.served.map { served in
      structuralWords(of: running.node.call(served.call)?.text ?? "")
        + structuralWords(of: served.outcome.text)
    }
    append(blocks: served, inOrder: false, to: &words)
    return words
  }

  private func words(
    for registrations: [EffectLedger.Registration],
    _ scope: EffectScope
  ) -> [UInt64] {
    var words = structuralWords(of: scope.elements)
    let ids = registrations.map { registration in
      structuralWords(of: registration.id) + structuralWords(of: registration.scope.elements)
    }
    append(blocks: ids, inOrder: false, to: &words)
    return words
  }

  /// An effect that has not been started.
  private func words(for effect: Effect<Any>) -> [UInt64] {
    switch effect.operation {
    case .none: return [0]
    case .send(let action): return [1] + structuralWords(ofDynamic: action)
    case .run(let run): return [2] + identity(of: automata.root(of: run))
    case .merge(let parts): return parts.reduce([3, UInt64(parts.count)]) { $0 + words(for: $1) }
    case .concatenate(let parts):
      return parts.reduce([4, UInt64(parts.count)]) { $0 + words(for: $1) }
    case .cancellable(let inner, let id, let cancelInFlight):
      return [5, cancelInFlight ? 1 : 0] + structuralWords(of: id) + words(for: inner)
    case .cancel(let id): return [6] + structuralWords(of: id)
    case .throttle(let inner, let throttle):
      return [7, throttle.latest ? 1 : 0] + structuralWords(of: throttle.id)
        + structuralWords(of: throttle.interval) + words(for: inner)
    case .scoped(let inner, let scope):
      return [8] + structuralWords(of: scope.elements) + words(for: inner)
    case .remove(let scope): return [9] + structuralWords(of: scope.elements)
    case .present(let scope, let dismissal):
      return [10] + structuralWords(of: scope.elements) + structuralWords(ofDynamic: dismissal)
    }
  }

  private func identity(of node: Node) -> [UInt64] {
    switch shapes.identity(of: node) {
    case .canonical(let number): [1, UInt64(number)]
    case .itself: [2, UInt64(node.number)]
    }
  }

  /// What tells one pending sleep of an effect from another: where it leads.
  private func identity(after call: Int, in node: Node) -> [UInt64] {
    guard case .canonical = shapes.identity(of: node) else { return [UInt64(call)] }
    world.isExpanding = true
    defer { world.isExpanding = false }
    let outcome = node.call(call)?.outcomes.first
    return identity(of: automata.follow(node, .resolve(call: call, outcome: 0), outcome))
  }
}
