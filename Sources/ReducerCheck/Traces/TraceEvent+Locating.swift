import Reducers
import TransitionSystems

extension TraceEvent {
  /// The event that this one means in a configuration; nil where there is none.
  ///
  /// - Parameter exactly: Whether a call must be the one named, and an action still give the text
  ///   it was stored with; else the likest will do, which is how a shrunk trace is repaired.
  func locate(
    in c: Configuration, _ machine: Machine, exactly: Bool = false
  ) -> Event? {
    switch kind {
    case .send: return locateSend(c, machine)
    case .resolve: return locateResolve(c, machine, exactly)
    case .serve: return locateServe(c, exactly)
    case .deliver:
      guard let address, let item = c.item(at: address, isCall: false, exactly: exactly)
      else { return nil }
      return .deliver(effect: item.effect, send: item.serial)
    case .advance: return locateAdvance(c, exactly)
    case .idle:
      var events: [Event] = []
      machine.events(in: c, into: &events, sends: false)
      return events.first { event in
        if case .idle(let duration) = event { "\(duration)" == text } else { false }
      }
    case .cancel:
      let named = c.ledger.groups(named: text)
      if exactly && outcome >= named.count { return nil }
      if !named.isEmpty { return .cancel(group: named[min(outcome, named.count - 1)]) }
      return exactly ? nil : c.ledger.groups.first.map { .cancel(group: $0) }
    case .move:
      let index = machine.model.moves.firstIndex { $0.name == text && $0.isEnabled(c.model) }
      return index.map { .move($0) }
    }
  }

  private func locateSend(
    _ c: Configuration, _ machine: Machine
  ) -> Event? {
    for (index, source) in machine.model.sources.enumerated() {
      if let draw = source.draw {
        // An action at hand need not be drawn again; one from a file is, and must come out alike.
        if let action, index == self.source {
          return .send(action, source: index, choices: choices)
        }
        var choices = ChoiceSource(script: self.choices)
        guard action == nil, let drawn = try? draw(&choices), isText(of: drawn) else { continue }
        return .send(drawn, source: index, choices: self.choices)
      }
      let candidates = source.enumerate(c.state).filter { isText(of: $0.0) }
      guard let first = candidates.first else { continue }
      // Of several with one text, the action at hand.
      let own = action.flatMap { action in candidates.first { structurallyEqual($0.0, action) } }
      let (candidate, choices) = own ?? first
      return .send(candidate, source: index, choices: choices)
    }
    return payload.flatMap(machine.model.decodeAction).map { .send($0, source: 0, choices: []) }
  }

  /// Whether it is written as this event's text, to the byte: text that means the same may still be
  /// told apart.
  private func isText(of value: Any) -> Bool { describe(value).utf8.elementsEqual(text.utf8) }

  private func locateResolve(
    _ c: Configuration, _ machine: Machine, _ exactly: Bool
  ) -> Event? {
    guard let address, let item = c.item(at: address, isCall: true, exactly: exactly),
      let running = c.ledger.entry(item.effect)?.state,
      let call = running.node.call(item.serial), call.endpoint.kind != .sleep
    else { return nil }
    let event = { (outcome: Int) in
      Event.resolve(effect: item.effect, call: item.serial, outcome: outcome)
    }
    if call.endpoint.serve != nil {
      var events: [Event] = []
      machine.events(in: c, into: &events, sends: false)
      guard events.contains(where: { $0.isResolve(of: item) }) else { return nil }
      // What a model answers now is what it is to have answered then.
      let answer = exactly ? Self.outcomeText(item.effect, item.serial, 0, c) : text
      return answer.utf8.elementsEqual(text.utf8) ? event(0) : nil
    }
    func isNamed(_ outcome: AnyOutcome) -> Bool { outcome.text.utf8.elementsEqual(text.utf8) }
    // Of several with one text, the one at its own place.
    if call.outcomes.indices.contains(outcome), isNamed(call.outcomes[outcome]) {
      return event(outcome)
    }
    if let named = call.outcomes.firstIndex(where: isNamed) { return event(named) }
    return !exactly && call.outcomes.indices.contains(outcome) ? event(outcome) : nil
  }

  private func locateServe(
    _ c: Configuration, _ exactly: Bool
  ) -> Event? {
    guard let address else {
      return c.orphans.firstIndex { $0.text == text }.map { .serveOrphan($0) }
    }
    guard let item = c.item(at: address, isCall: true, exactly: exactly),
      let running = c.ledger.entry(item.effect)?.state,
      running.node.call(item.serial)?.endpoint.hasServedPhase == true,
      !running.served.contains(where: { $0.call == item.serial })
    else { return nil }
    return .serve(effect: item.effect, call: item.serial)
  }

  private func locateAdvance(
    _ c: Configuration, _ exactly: Bool
  ) -> Event? {
    guard let address, let item = c.item(at: address, isCall: true, exactly: exactly),
      let running = c.ledger.entry(item.effect)?.state,
      running.sleeps.contains(where: {
        $0.call == item.serial && $0.remaining == c.earliestDeadline
      })
    else { return nil }
    return .advance(effect: item.effect, call: item.serial)
  }
}

extension EffectLedger {
  /// What a group is known by: the action that the oldest of its effects was returned for.
  ///
  /// The clock of a throttle window, which may be all that is left, was returned for none.
  func name(ofGroup group: Int) -> String {
    for entry in entries where entry.group == group {
      if let action = entry.startedBy { return describe(action) }
    }
    return Self.storeName
  }

  /// The groups of a name, oldest first.
  func groups(named name: String) -> [Int] { groups.filter { self.name(ofGroup: $0) == name } }

  /// Who starts what no action does.
  static var storeName: String { "the store" }
}

extension Event {
  func isResolve(of item: PendingItem) -> Bool {
    if case .resolve(item.effect, item.serial, _) = self { true } else { false }
  }
}
