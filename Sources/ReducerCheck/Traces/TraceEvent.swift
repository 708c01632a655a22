import TransitionSystems

/// An event of a trace, aimed by names instead of numbers: it can be written to a file, and it
/// still means the same when other events of the trace are dropped.
struct TraceEvent {
  var kind: EventKind
  /// The action that is sent, where it is at hand; an event from a file has only its text.
  var action: Any?
  /// What is sent, resolved with, delivered, or how long is waited.
  var text: String
  /// What the payload of a generated action was made from.
  var choices: [UInt64] = []
  /// Which source of actions a send came from.
  var source = 0
  /// The call or send that is meant; nil for a send from outside.
  var address: Address?
  /// The outcome's place in the declared order; of what the outside cancels, its place by age among
  /// sends of the same action.
  var outcome = 0
  /// The choices inside the step.
  var decisions: [Int] = []
  /// The action of a recorded send, as JSON: the outside of the spec need not be able to send it.
  var payload: String?
  /// Its place in the normal form's order among events that could have come here.
  var rank: [UInt64] = []
  /// Whether it completes something while something started earlier could have completed.
  var isOutOfOrder = false
}

extension TraceEvent: Hashable {
  // What an event means; where it ranks follows from that and from the events before it.

  static func == (lhs: TraceEvent, rhs: TraceEvent) -> Bool {
    // To the byte: text that means the same may still be told apart.
    lhs.kind == rhs.kind && lhs.text.utf8.elementsEqual(rhs.text.utf8) && lhs.choices == rhs.choices
      && lhs.address == rhs.address && lhs.outcome == rhs.outcome
      && lhs.decisions == rhs.decisions
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(text)
    hasher.combine(choices)
    hasher.combine(address)
    hasher.combine(decisions)
  }
}

extension TraceEvent {
  /// Names an event by what it means in a configuration.
  init(
    _ event: Event, decisions: Decisions, in c: Configuration,
    _ machine: Machine
  ) {
    self.init(kind: event.kind, text: "")
    self.decisions = decisions.significant
    switch event {
    case .send(let action, let source, let choices):
      (self.action, self.source, self.choices) = (action, source, choices)
      text = describe(action)
    case .resolve(let effect, let call, let outcome):
      aim(at: PendingItem(effect: effect, serial: call, isCall: true), c)
      self.outcome = outcome
      text = Self.outcomeText(effect, call, outcome, c)
    case .serve(let effect, let call):
      aim(at: PendingItem(effect: effect, serial: call, isCall: true), c)
    case .serveOrphan(let index): text = c.orphans[index].text
    case .deliver(let effect, let send):
      aim(at: PendingItem(effect: effect, serial: send, isCall: false), c)
    case .advance(let effect, let call):
      aim(at: PendingItem(effect: effect, serial: call, isCall: true), c)
      text = "\(c.earliestDeadline ?? .zero)"
    case .idle(let duration): text = "\(duration)"
    case .cancel(let group):
      text = c.ledger.name(ofGroup: group)
      outcome = c.ledger.groups(named: text).firstIndex(of: group) ?? 0
    case .move(let index): text = machine.model.moves[index].name
    }
    rank = Self.rank(of: event, in: c, machine) + self.decisions.map { UInt64($0) }
    isOutOfOrder = event.isOutOfOrder(in: c)
  }

  private mutating func aim(at item: PendingItem, _ c: Configuration) {
    address = c.address(of: item)
    if !item.isCall { text = address?.text ?? "" }
  }

  static func outcomeText(
    _ effect: Int, _ serial: Int, _ index: Int, _ c: Configuration
  ) -> String {
    guard let running = c.ledger.entry(effect)?.state, let call = running.node.call(serial)
    else { return "" }
    if let served = running.served.first(where: { $0.call == serial }) {
      return served.outcome.text
    }
    if call.outcomes.indices.contains(index) { return call.outcomes[index].text }
    var model = c.model
    return call.endpoint.serve?(&model, call.arguments)?.text ?? ""
  }

  /// What the event is about: `apiCliente.hecho(0) → "dato 0"`.
  var subject: String {
    switch kind {
    case .send, .deliver, .idle, .move: text
    case .cancel: "everything \(text) has started"
    case .resolve: "\(address?.text ?? "") → \(text)"
    case .serve: address?.text ?? text
    case .advance: "\(address?.text ?? "") after \(text)"
    }
  }
}
