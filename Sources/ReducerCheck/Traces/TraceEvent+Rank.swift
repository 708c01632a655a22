import Reducers
import TransitionSystems

extension TraceEvent {
  /// The place of an event in the normal form's order: by kind (sends first), then sends in
  /// alphabet order and completions by age of what they complete, outcomes in declared order.
  static func rank(
    of event: Event, in c: Configuration,
    _ machine: Machine
  ) -> [UInt64] {
    let kind = UInt64(event.kind.rank)
    switch event {
    case .send(let action, let source, let choices):
      if machine.model.sources.indices.contains(source),
        machine.model.sources[source].draw == nil
      {
        let texts = machine.model.sources[source].enumerate(c.state).map { describe($0.0) }
        let place = texts.firstIndex(of: describe(action)) ?? texts.count
        return [kind, UInt64(source), UInt64(place)]
      }
      return [kind, UInt64(source), UInt64(choices.count)] + choices
    case .resolve(let effect, let call, let outcome):
      return [kind, c.age(effect, call, isCall: true), UInt64(outcome)]
    case .serve(let effect, let call), .advance(let effect, let call):
      return [kind, c.age(effect, call, isCall: true)]
    case .deliver(let effect, let send): return [kind, c.age(effect, send, isCall: false)]
    case .serveOrphan(let index), .move(let index): return [kind, UInt64(index)]
    case .idle(let duration): return [kind, duration.milliseconds]
    case .cancel(let group): return [kind, UInt64(c.ledger.groups.firstIndex(of: group) ?? 0)]
    }
  }
}

extension Configuration {
  /// The place of a pending call or send among all of them, oldest first.
  fileprivate func age(_ effect: Int, _ serial: Int, isCall: Bool) -> UInt64 {
    let place = pending(calls: isCall).firstIndex { $0.effect == effect && $0.serial == serial }
    return UInt64(place ?? 0)
  }
}

extension Event {
  /// Whether something started earlier could have completed instead.
  func isOutOfOrder(in c: Configuration) -> Bool {
    guard case .resolve(let effect, _, _) = self else {
      guard case .deliver(let effect, _) = self else { return false }
      return c.hasOlderReply(than: effect)
    }
    return c.hasOlderReply(than: effect)
  }
}

extension Configuration {
  fileprivate func hasOlderReply(than effect: Int) -> Bool {
    ledger.entries.prefix { $0.id < effect }.contains { entry in
      guard let node = entry.state?.node, entry.phase != .draining else { return false }
      return !node.sends.isEmpty || node.calls.contains { $0.endpoint.kind == .reply }
    }
  }
}

/// The order of traces: the shortest; of those the one with the fewest completions out of start
/// order; of those the smallest event by event.
func precedes(_ left: [TraceEvent], _ right: [TraceEvent]) -> Bool {
  if left.count != right.count { return left.count < right.count }
  let disorder = (left.count(where: \.isOutOfOrder), right.count(where: \.isOutOfOrder))
  if disorder.0 != disorder.1 { return disorder.0 < disorder.1 }
  for (one, two) in zip(left, right) where one.rank != two.rank {
    return one.rank.lexicographicallyPrecedes(two.rank)
  }
  return false
}

extension Duration {
  /// Whole milliseconds, rounded down.
  fileprivate var milliseconds: UInt64 {
    UInt64(clamping: components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000)
  }
}
