import Reducers
import TransitionSystems

/// What makes a configuration the one it is, as words: equal words, equal future.
///
/// Effects are compared by what they may still do and by what can reach them (their ids, their
/// place, whether they drain), in no order but that in which one cancellation hits those that do
/// something then; the rest structurally.
extension Simulation {
  /// Writes a configuration's key.
  ///
  /// - Parameter inOrder: Whether effects are told apart by the order they started in.
  func encodeKey(of c: Configuration, inOrder: Bool) {
    encoder.removeAll()
    if model.hasOpaqueIDs {
      if !inOrder && encodeRenamedKey(of: c) { return }
      encoder.removeAll()
      encoder.append(0)
    }
    encodeState(c.state)
    let stateWasNoticed = encoder.hasNotices
    if stateWasNoticed { world.takes(.sharedState) }
    if hasEnvironment { encoder.appendBlock(dynamic: c.model) }
    for index in c.monitors.indices { encoder.appendBlock(dynamic: c.monitors[index]) }
    if encoder.hasNotices && !stateWasNoticed { world.takes(.sharedMemory) }
    encoder.append(c.draws.uuid)
    encoder.append(c.draws.random)
    encoder.append(c.draws.stackElementID)
    if world.timeWasRead { encoder.append(c.now.word) }
    if hasEnvironment {
      let orphans = c.orphans.map(\.words)
      encoder.appendBlock(words(for: orphans, inOrder: false))
    }
    let windows = c.ledger.windows.map { window in
      words(for: window.gate) + structuralWords(ofDynamic: window.pending as Any)
    }
    encoder.append(UInt64(windows.count))
    if !windows.isEmpty { encoder.appendBlock(words(for: windows, inOrder: false)) }
    switch layout(of: c, inOrder: inOrder) {
    case .scheduled:
      encoder.append(2)
      encoder.appendBlock(forest(of: c, inOrder: true).words)
      encoder.appendBlock(sites(of: c.ledger))
    case .nested:
      encoder.append(1)
      encoder.appendBlock(forest(of: c, inOrder: inOrder).words)
    case .flat:
      encoder.append(0)
      pairs.removeAll(keepingCapacity: true)
      // By index: iterating would copy each entry.
      for index in c.ledger.entries.indices { pairs.append(pair(at: index, in: c.ledger)) }
      encoder.appendSorted(&pairs)
    }
    if !inOrder {
      let order = wordsForCancelling(c)
      if !order.isEmpty { encoder.appendBlock(order) }
    }
  }

  /// The effects that one cancellation may hit together and that do something then, in the order in
  /// which it would hit them; nothing where it makes no difference.
  private func wordsForCancelling(_ c: Configuration) -> [UInt64] {
    var reachable = 0
    // By index: iterating would copy each entry.
    for index in c.ledger.entries.indices where isReachable(index, c.ledger) { reachable += 1 }
    guard reachable > 1 else { return [] }
    let entries = c.ledger.entries
    let loud = entries.indices.filter { isReachable($0, c.ledger) && isLoud(entries[$0], c.ledger) }
    let isShared = loud.indices.contains { place in
      loud[..<place].contains { canBeCancelledTogether(entries[$0], entries[loud[place]]) }
    }
    guard isShared else { return [] }
    return loud.flatMap { index -> [UInt64] in
      let (birth, place) = pair(at: index, in: c.ledger)
      return [birth, place] + words(for: c.ledger.rests(after: entries[index]), inOrder: true)
    }
  }

  /// Whether a cancellation can hit an effect.
  private func isReachable(_ index: Int, _ ledger: borrowing EffectLedger) -> Bool {
    model.allowsCancellation || !ledger.entries[index].birth.registrations.isEmpty
      || !ledger.entries[index].birth.scope.elements.isEmpty
      || !ledger.entries[index].inner.isEmpty
  }

  /// Whether cancelling an effect does more than end it.
  private func isLoud(_ entry: EffectLedger.Entry, _ ledger: EffectLedger) -> Bool {
    guard entry.phase == .running, !entry.birth.isHidden, let running = entry.state
    else { return false }
    return ledger.hasRest(after: entry) || isLoud(running.node)
  }

  /// Whether a closure, or a part of it, reads something or asks for a cancellation when it is
  /// cancelled.
  private func isLoud(_ node: Node) -> Bool {
    if let known = knownLoud[node.number] { return known }
    var result = false
    shapes.numbers.whileExpanding {
      world.isExpanding = true
      let letters = [.cancel] + node.inner.map { Letter.cancelInner($0, delivering: nil) }
      result = letters.contains { letter in
        automata.expand(node, letter, nil).map { !$0.requests.isEmpty } ?? true
      }
      world.isExpanding = false
    }
    knownLoud[node.number] = result
    return result
  }

  private func canBeCancelledTogether(
    _ one: EffectLedger.Entry, _ other: EffectLedger.Entry
  ) -> Bool {
    let ids = other.registrations + other.inner
    return (one.registrations + one.inner).contains(where: ids.contains)
      || !one.scope.elements.isEmpty && !other.scope.elements.isEmpty
      || model.allowsCancellation && one.group == other.group
  }

  /// How a key writes effects down.
  private enum Layout {
    /// In the order they were scheduled in.
    case scheduled
    /// By what they are part of.
    case nested
    /// As pairs.
    case flat
  }

  private func layout(of c: Configuration, inOrder: Bool) -> Layout {
    if model.schedulesEffects && c.ledger.hasScheduled { return .scheduled }
    return inOrder || model.allowsCancellation || !c.ledger.sequences.isEmpty ? .nested : .flat
  }

  func ledgerPlacesInKeyOrder(of c: Configuration) -> [Int] {
    switch layout(of: c, inOrder: false) {
    case .scheduled: forest(of: c, inOrder: true).effects
    case .nested: forest(of: c, inOrder: false).effects
    case .flat:
      c.ledger.entries.indices.map { (index: $0, pair: pair(at: $0, in: c.ledger)) }
        .sorted { ($0.pair.0, $0.pair.1, $0.index) < ($1.pair.0, $1.pair.1, $1.index) }
        .map(\.index)
    }
  }

  func encodeState(_ state: ErasedState) {
    guard let plan = model.types?.state else { return encoder.appendBlock(state.words) }
    state.box.withAddress { encoder.encode(at: $0, with: plan) }
  }

  /// A part of a key, and the effects it is about, in the order in which it has them.
  private struct Block {
    var words: [UInt64]
    var effects: [Int] = []

    /// Several as one.
    ///
    /// Those that are alike stay in the order they are in.
    init(_ parts: [Block], inOrder: Bool, tag: [UInt64] = []) {
      let places = parts.indices.sorted { one, other in
        if inOrder || parts[one].words == parts[other].words { return one < other }
        return parts[one].words.lexicographicallyPrecedes(parts[other].words)
      }
      words = tag + [UInt64(parts.count)]
      for place in places {
        words.append(UInt64(parts[place].words.count))
        words += parts[place].words
        effects += parts[place].effects
      }
    }

    init(_ words: [UInt64], effects: [Int] = []) {
      self.words = words
      self.effects = effects
    }
  }

  private func words(for effects: [Effect<Any>], inOrder: Bool) -> [UInt64] {
    words(for: effects.map { words(for: $0) }, inOrder: inOrder)
  }

  private func words(for blocks: [[UInt64]], inOrder: Bool) -> [UInt64] {
    Block(blocks.map { Block($0) }, inOrder: inOrder).words
  }

  private func forest(of c: Configuration, inOrder: Bool) -> Block {
    Block(forest(of: c, under: nil, inOrder: inOrder), inOrder: inOrder)
  }

  /// The effects and concatenations directly under a concatenation, or under none; grouped by the
  /// send they came from where the outside may cancel that.
  private func forest(
    of c: Configuration, under sequence: Int?, inOrder: Bool
  ) -> [Block] {
    var groups: [Int: [Block]] = [:]
    var order: [Int] = []
    func add(_ block: Block, _ group: Int) {
      let group = model.allowsCancellation ? group : 0
      if groups[group] == nil { order.append(group) }
      groups[group, default: []].append(block)
    }
    for index in c.ledger.entries.indices where c.ledger.entries[index].sequence == sequence {
      let (birth, place) = pair(at: index, in: c.ledger)
      add(Block([birth, place], effects: [index]), c.ledger.entries[index].group)
    }
    for other in c.ledger.sequences where other.context.sequence == sequence {
      let parts = Block(forest(of: c, under: other.id, inOrder: inOrder), inOrder: inOrder)
      let all =
        [7] + words(for: other.rest, inOrder: true) + words(for: other.context) + parts.words
      add(Block(all, effects: parts.effects), other.context.group)
    }
    guard model.allowsCancellation else { return order.flatMap { groups[$0] ?? [] } }
    return order.map { Block(groups[$0] ?? [], inOrder: inOrder, tag: [9]) }
  }

  /// Keeps the numbers that a key is made of with the effects of a configuration, for its own and
  /// its successors' keys.
  func keepNumbers(in c: inout Configuration) {
    // What is assumed of an effect may change.
    if shapes.lookAhead != nil { return }
    for index in c.ledger.entries.indices
    where c.ledger.entries[index].numbers.owner != tags.mark {
      var numbers = EffectLedger.Numbers()
      (numbers.reach, numbers.place) = pair(at: index, in: c.ledger)
      numbers.owner = tags.mark
      c.ledger.setNumbers(index, numbers)
    }
  }

  /// The places above scheduled effects, and above concatenations, that register something: which
  /// of them share one, and which are registered. They are named by where they first appear.
  private func sites(of ledger: EffectLedger) -> [UInt64] {
    var names: [Int: UInt64] = [:]
    func words(_ sites: [EffectLedger.Site]) -> [UInt64] {
      [UInt64(sites.count)]
        + sites.flatMap { site -> [UInt64] in
          let name = names[site.number] ?? UInt64(names.count)
          names[site.number] = name
          return [name, ledger.begunSites.contains(site.number) ? 1 : 0]
        }
    }
    return ledger.entries.flatMap { words($0.birth.sites) }
      + ledger.sequences.flatMap { words($0.context.sites) }
  }

  /// An effect: what can reach it, and where it stands.
  @inline(__always)
  private func pair(at index: Int, in ledger: borrowing EffectLedger) -> (UInt64, UInt64) {
    if ledger.entries[index].numbers.owner == tags.mark {
      return (ledger.entries[index].numbers.reach, ledger.entries[index].numbers.place)
    }
    let isDraining = ledger.entries[index].phase == .draining
    let entries = ledger.entries
    let isScheduled = ledger.registersAtStart && ledger.entries[index].phase == .registered
    let birth =
      isScheduled
      ? tags.number(of: words(forBirthOf: entries[index]))
      : tags.birth(ledger.entries[index].birth, isDraining: isDraining) {
        words(forBirthOf: entries[index])
      }
    guard let running = ledger.entries[index].state else { return (birth, 3) }
    if running.sleeps.isEmpty && running.served.isEmpty {
      return (birth, identity(of: running.node))
    }
    return (birth, tags.place(running) { words(for: running) } &<< 3 | 2)
  }

  private func words(forBirthOf entry: EffectLedger.Entry) -> [UInt64] {
    var words: [UInt64] = [
      entry.phase == .draining ? 1 : 0,
      model.schedulesEffects && entry.phase == .registered ? 1 : 0,
    ]
    switch entry.role {
    case .work: words.append(0)
    case .throttled(let gate): words += [1] + self.words(for: gate)
    case .window(let key): words += [2] + self.words(for: [key], key.scope)
    case .presentation(let dismissal): words += [3] + structuralWords(ofDynamic: dismissal)
    }
    words += self.words(for: entry.registrations, entry.scope)
    if names.starters { words += structuralWords(ofDynamic: entry.startedBy as Any) }
    return words
  }

  private func words(for running: Running) -> [UInt64] {
    let sleeps = running.sleeps.map { sleep in
      identity(after: sleep.call, in: running.node)
        + [sleep.remaining.word]
    }
    let served = running.served.map { served in
      [UInt64(served.call)] + served.outcome.words
    }
    return [identity(of: running.node)] + words(for: sleeps, inOrder: false)
      + words(for: served, inOrder: false)
  }

  /// What later parts of a concatenation are started with.
  private func words(for context: EffectLedger.Context) -> [UInt64] {
    words(for: context.registrations, context.scope)
      + (context.gate.map { [1] + words(for: $0) } ?? [0])
      + (names.starters ? structuralWords(ofDynamic: context.startedBy as Any) : [])
  }

  private func words(for gate: EffectLedger.Gate) -> [UInt64] {
    words(for: [gate.key], gate.key.scope)
      + [gate.throttle.latest ? 1 : 0] + structuralWords(of: gate.throttle.interval)
  }

  private func words(
    for registrations: [EffectLedger.Registration],
    _ scope: EffectScope
  ) -> [UInt64] {
    let ids = registrations.map { registration in
      structuralWords(of: registration.id) + structuralWords(of: registration.scope.elements)
    }
    return structuralWords(of: scope.elements) + words(for: ids, inOrder: false)
  }

  /// An effect that has not been started.
  private func words(for effect: Effect<Any>) -> [UInt64] {
    switch effect.operation {
    case .none: return [0]
    case .send(let action): return [1] + structuralWords(ofDynamic: action)
    case .run(let run): return [2, run.isDelay ? 1 : 0, identity(of: automata.root(of: run))]
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

  /// The serials of what an effect waits for; calls that lead to the same, such as sleeps, come by
  /// what remains of them.
  func serialsInKeyOrder(of running: Running) -> [Int] {
    let serials = running.node.waits
    guard serials.count > 1, case .canonical = shapes.identity(of: running.node) else {
      return serials
    }
    let blocks = shapes.blocks(of: running.node)
    let parts = serials.map { serial in
      let remaining = running.sleeps.first { $0.call == serial }?.remaining ?? .zero
      return (blocks[serial] ?? []) + [remaining.word]
    }
    return serials.indices.sorted { one, other in
      parts[one] == parts[other]
        ? one < other : parts[one].lexicographicallyPrecedes(parts[other])
    }
    .map { serials[$0] }
  }

  /// The number of what a node may still do, which no other number of a place is equal to.
  private func identity(of node: Node) -> UInt64 {
    switch shapes.identity(of: node) {
    case .canonical(let number): UInt64(number) &<< 3
    case .itself: UInt64(node.number) &<< 3 | 1
    case .assumed(let number): UInt64(number) &<< 3 | 4
    }
  }

  /// What tells one pending sleep of an effect from another: how long it was to be, and where it
  /// leads.
  private func identity(after call: Int, in node: Node) -> [UInt64] {
    if shapes.identity(of: node) == .itself { return [0, UInt64(call)] }
    world.isExpanding = true
    defer { world.isExpanding = false }
    let sleep = node.call(call)
    let next = automata.follow(node, .resolve(call: call, outcome: 0), sleep?.outcomes.first)
    return [1, sleep?.duration.word ?? 0, identity(of: next)]
  }
}
