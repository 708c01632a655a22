import Reducers
import TransitionSystems

extension Machine {
  /// The events enabled in a configuration, in the order of the normal form.
  ///
  /// Of effects that are alike only the oldest is resolved. Payloads of generated actions are not
  /// enumerated here: `sources` says which actions the outside may send.
  func events(
    in c: Configuration, into events: inout [Event], sends: Bool = true
  ) {
    events.removeAll(keepingCapacity: true)
    if sends { appendSends(c, &events) }
    let deadline = c.earliestDeadline
    // By index throughout: iterating would copy each entry, call and send.
    for index in c.ledger.entries.indices {
      if c.ledger.hasTwin(of: index, startersMatter: names.starters) { continue }
      let effect = c.ledger.entries[index].id
      c.ledger.withState(at: index) { running in
        append(running, of: effect, running.node, deadline, c, &events)
      }
    }
    for index in c.orphans.indices { events.append(.serveOrphan(index)) }
    if let deadline { appendIdles(before: deadline, &events) }
    if model.allowsCancellation {
      for group in c.ledger.groups { events.append(.cancel(group: group)) }
    }
    for (index, move) in model.moves.enumerated() where move.isEnabled(c.model) {
      events.append(.move(index))
    }
  }

  private func appendSends(
    _ c: Configuration, _ events: inout [Event]
  ) {
    for (index, source) in model.sources.enumerated() {
      for (action, choices) in source.enumerate(c.state) {
        events.append(.send(action, source: index, choices: choices))
      }
    }
  }

  private func append(
    _ running: Running, of effect: Int, _ node: Node, _ deadline: Duration?, _ c: Configuration,
    _ events: inout [Event]
  ) {
    if node.appendChoices(of: effect, to: &events) || node.isOpaque { return }
    for place in node.calls.indices {
      append(node.calls[place], of: effect, running, deadline, c, &events)
    }
    for place in node.sends.indices {
      events.append(.deliver(effect: effect, send: node.sends[place].serial))
    }
  }

  private func append(
    _ call: Node.Call, of effect: Int, _ running: Running, _ deadline: Duration?,
    _ c: Configuration, _ events: inout [Event]
  ) {
    let serial = call.serial
    switch call.endpoint.kind {
    case .sleep:
      if running.sleeps.contains(where: { $0.call == serial && $0.remaining == deadline }) {
        events.append(.advance(effect: effect, call: serial))
      }
    case .reply where call.endpoint.serve != nil:
      let isServed = running.served.contains { $0.call == serial }
      events.append(
        isServed
          ? .resolve(effect: effect, call: serial, outcome: 0)
          : .serve(effect: effect, call: serial))
    case .subscription where call.endpoint.serve != nil:
      if call.isReady(in: c.model) {
        events.append(.resolve(effect: effect, call: serial, outcome: 0))
      }
    case .reply, .subscription:
      for outcome in call.outcomes.indices {
        events.append(.resolve(effect: effect, call: serial, outcome: outcome))
      }
    }
  }

  /// Idling by each multiple of the common divisor of the durations in play.
  private func appendIdles(before deadline: Duration, _ events: inout [Event]) {
    guard model.allowsIdling, let unit = world.timeUnit, unit > .zero else { return }
    var duration = unit
    var count = 0
    while duration < deadline && count < FeatureModel.idleLimit {
      events.append(.idle(duration))
      duration += unit
      count += 1
    }
  }
}

extension Node {
  /// Adds the outcomes that its calls may have, if that is all that can happen.
  ///
  /// - Returns: Whether it is.
  fileprivate func appendChoices(of effect: Int, to events: inout [Event]) -> Bool {
    for place in choices.indices {
      for outcome in 0..<choices[place].outcomes {
        events.append(.resolve(effect: effect, call: choices[place].call, outcome: outcome))
      }
    }
    return !choices.isEmpty
  }
}

extension Configuration {
  /// What remains until the earliest deadline; nil when no sleep is pending.
  var earliestDeadline: Duration? {
    var earliest: Duration?
    for index in ledger.entries.indices {
      ledger.withState(at: index) { running in
        for place in running.sleeps.indices {
          let remaining = running.sleeps[place].remaining
          earliest = min(earliest ?? remaining, remaining)
        }
      }
    }
    return earliest
  }

  /// Whether nothing is pending but subscriptions that wait: no reply, no send, no timer, nothing
  /// draining, no element that the environment has ready.
  var isQuiescent: Bool {
    ledger.entries.allSatisfy { entry in
      if entry.birth.isPresentation { return true }
      guard let node = entry.state?.node else { return false }
      if case .window(let key) = entry.role {
        return ledger.windows.first { $0.gate.key == key }?.pending == nil
      }
      return node.sends.isEmpty && !node.isOpaque
        && node.calls.allSatisfy { $0.endpoint.kind == .subscription && !$0.isReady(in: model) }
    }
  }
}

extension EffectLedger {
  /// The groups of which something is in flight or still to come, oldest first.
  var groups: [Int] {
    var result: [Int] = []
    func add(_ group: Int) {
      if !result.contains(group) { result.append(group) }
    }
    for entry in entries where entry.phase == .running { add(entry.group) }
    for sequence in sequences where !sequence.rest.isEmpty { add(sequence.context.group) }
    return result
  }

  /// The node of an effect that is nothing but that.
  private func plainNode(at index: Int) -> ObjectIdentifier? {
    withState(at: index) { running in
      running.sleeps.isEmpty && running.served.isEmpty ? ObjectIdentifier(running.node) : nil
    }
  }

  /// Whether an older entry is in every respect the same as the one at `index`.
  func hasTwin(of index: Int, startersMatter: Bool) -> Bool {
    // What is registered with a scheduled one makes a difference.
    if index == 0 || entries[index].sequence != nil || entries[index].phase == .registered {
      return false
    }
    guard let node = plainNode(at: index) else { return false }
    for other in 0..<index where plainNode(at: other) == node {
      let (one, two) = (entries[other], entries[index])
      // What stands between them may show by the order in which all are cancelled.
      if other < index - 1, !(two.registrations.isEmpty && two.scope.elements.isEmpty) { continue }
      if one.sequence == nil && one.phase == two.phase && one.group == two.group
        && one.registrations == two.registrations && one.scope == two.scope
        && one.role.isAlike(two.role)
        && (!startersMatter
          || structuralWords(ofDynamic: one.startedBy as Any)
            == structuralWords(ofDynamic: two.startedBy as Any))
      {
        return true
      }
    }
    return false
  }
}

extension EffectLedger.Role {
  /// Whether two effects that are work let pass the same of their sends.
  fileprivate func isAlike(_ other: Self) -> Bool {
    switch (self, other) {
    case (.work, .work): true
    case (.throttled(let one), .throttled(let two)):
      one.key == two.key && one.throttle.latest == two.throttle.latest
        && one.throttle.interval == two.throttle.interval
    default: false
    }
  }
}
