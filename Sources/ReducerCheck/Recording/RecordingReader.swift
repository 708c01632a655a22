import TransitionSystems

/// Finds the trace behind a recording: events that lead to the actions that were recorded.
///
/// A search in depth over the abstract machine's events. After each recorded action it tries the
/// events whose step reduces just what comes next; between two of them a few that reduce nothing
/// may take place. What endpoints were recorded to answer limits it, and so does what State came
/// to, unless nothing comes to that. Two ways are looked for, so that it can be said when there is
/// more than one.
struct RecordingReader {
  private let name: String
  private let machine: Machine
  private let start: Int
  /// The actions and cancellations, in order.
  private let items: [StoredEvent]
  /// What endpoints answered, and how many of the items came before.
  private let answers: [(event: StoredEvent, after: Int)]
  private let recordedEndpoints: [String]
  /// Whether a way has to come to the States that were recorded.
  private var comparesStates = true

  /// Where the search stands: each position was reached from the one before.
  private var positions: [Position] = []
  /// The answers that have been given on the way there.
  private var given: Set<Int> = []
  /// Steps tried since the search last came further than before.
  private var tries = 0
  private var ways: [Way] = []
  /// The actions that were looked for among those of generators, by their texts.
  private var generated: [String: Event?] = [:]
  private var furthest: (index: Int, configuration: Configuration)?

  /// What leads to all that was recorded.
  struct Way {
    let events: [TraceEvent]
    /// What keeps it from being what happened, in sentences.
    var differences: [String] = []
    /// What else is not the same.
    var remarks: [String] = []
  }

  /// Steps tried at most without coming further.
  private static var tryLimit: Int { 50_000 }
  /// Payloads that are tried of a generated action.
  private static var drawLimit: Int { 5_000 }
  /// Events between two recorded actions at most that reduce nothing, recorded answers apart.
  private static var silentLimit: Int { 3 }

  init(_ file: TraceFile, named name: String, _ machine: Machine) {
    self.name = name
    self.machine = machine
    start = file.start
    items = file.events.filter { $0.kind != .resolve }
    var seen = 0
    var answers: [(event: StoredEvent, after: Int)] = []
    for event in file.events {
      if event.kind == .resolve { answers.append((event, seen)) } else { seen += 1 }
    }
    self.answers = answers
    recordedEndpoints = answers.compactMap(\.event.address?.endpoint)
  }

  /// The trace, what a person should know of it, and what keeps it from being what happened.
  ///
  /// - Throws: ``TraceFileError`` where no events lead to what was recorded.
  mutating func read() throws -> (trace: Trace, notes: [String], differences: [String]) {
    guard !items.isEmpty else {
      throw TraceFileError(description: "\(name) holds no action.")
    }
    search()
    if ways.isEmpty && items.contains(where: { $0.state != nil }) {
      comparesStates = false
      search()
    }
    guard let way = ways.first else { throw failure }
    var notes: [String] = []
    if ways.count > 1,
      let index = zip(way.events, ways[1].events).enumerated()
        .first(where: { $1.0.way != $1.1.way })?.offset
    {
      let (one, other) = (way.events[index], ways[1].events[index])
      let lines =
        one.line == other.line
        ? (one.line + " of " + one.starter, other.line + " of " + other.starter)
        : (one.line, other.line)
      notes.append(
        "Several ways lead to what was recorded: event \(index + 1) may be \(lines.0), or "
          + "\(lines.1). The first is taken; record what the endpoints answer to be sure.")
    } else if ways.count == 1 && tries > Self.tryLimit {
      notes.append("Whether other ways lead to what was recorded was too much to try.")
    }
    return (Trace(start: start, events: way.events), way.remarks + notes, way.differences)
  }

  /// Where a search stands.
  private struct Position {
    var configuration: Configuration
    /// The next item.
    var index = 0
    /// Events since the last item that reduced nothing.
    var silent = 0
    /// The event that led here, and the recorded answer that it gave.
    var event: TraceEvent?
    var answer: Int?
    /// What can be tried from here, the next last; nil before that is known.
    var moves: [(event: Event, script: [Int])]?
    /// What steps that reduce nothing have led to, the next last.
    var deferred: [Position] = []

    var digest: String { stateDigest(configuration.state.any) }
  }

  /// Goes on until two ways are known or too much was tried.
  private mutating func search() {
    let state = machine.model.initialStates[start]
    (tries, furthest, given) = (0, nil, [])
    positions = []
    push(Position(configuration: machine.start(from: state)))
    while let last = positions.indices.last, tries <= Self.tryLimit {
      if positions[last].index == items.count {
        note()
        if ways.count == 2 { return }
        pop()
      } else if let (event, script) = nextMove() {
        tries += 1
        machine.journal.noteLife()
        guard let (next, isSilent) = step(event, script, from: last) else { continue }
        if isSilent { positions[last].deferred.append(next) } else { push(next) }
      } else if positions[last].silent < Self.silentLimit, !positions[last].deferred.isEmpty {
        push(positions[last].deferred.removeFirst())
      } else {
        pop()
      }
    }
  }

  private mutating func push(_ position: Position) {
    if let answer = position.answer { given.insert(answer) }
    if position.index > furthest?.index ?? -1 {
      furthest = (position.index, position.configuration)
      tries = 0
    }
    positions.append(position)
  }

  private mutating func pop() {
    if let answer = positions.removeLast().answer { given.remove(answer) }
  }

  private mutating func nextMove() -> (event: Event, script: [Int])? {
    let last = positions.count - 1
    if positions[last].moves == nil {
      positions[last].moves = candidates(at: positions[last]).reversed().map { ($0, []) }
    }
    return positions[last].moves?.popLast()
  }

  // MARK: The end of a way

  /// Notes the way to where the search stands, if it is another one than those that are known.
  private mutating func note() {
    var events = positions.compactMap(\.event)
    let way = events.map(\.way)
    // Which of two effects that are alike comes first makes no other way.
    if ways.contains(where: { $0.events.prefix(way.count).map(\.way) == way }) { return }
    var found = Way(events: [])
    events += lastAnswers(&found.differences)
    if !comparesStates, let difference = firstDifference {
      if isOfItsTime {
        found.remarks.append(
          difference + "The feature reads the time, or draws random numbers or UUIDs, which are "
            + "others here.")
      } else {
        found.differences.append(
          difference + "The feature depends on something that the spec does not control, or it has "
            + "changed.")
      }
    }
    ways.append(Way(events: events, differences: found.differences, remarks: found.remarks))
  }

  /// Whether what happened on the way depends on when, or on numbers that were drawn.
  private var isOfItsTime: Bool {
    let draws = positions[positions.count - 1].configuration.draws
    return machine.world.timeWasRead || draws.random > 0 || draws.uuid > 0
  }

  /// The first State on the way that is not what was recorded.
  private var firstDifference: String? {
    for position in positions where position.index > 0 {
      guard let recorded = items[position.index - 1].state, recorded != position.digest
      else { continue }
      return "After action \(position.index), \(items[position.index - 1].text), State is not what "
        + "it was in the store; here it is \(describe(position.configuration.state.any)). "
    }
    return nil
  }

  /// The events of what was answered after the last action, as far as calls wait for that.
  private func lastAnswers(_ differences: inout [String]) -> [TraceEvent] {
    var configuration = positions[positions.count - 1].configuration
    var left = answers.indices.filter { !given.contains($0) }
    var taken = given
    var events: [TraceEvent] = []
    while let (answer, event) = nextAnswer(in: configuration, left) {
      left.removeAll { $0 == answer }
      var next = configuration
      let report = machine.apply(event, to: &next)
      // An action that was not recorded: the recording ends before that.
      guard report.actions.isEmpty else { continue }
      taken.insert(answer)
      events.append(TraceEvent(event, decisions: report.decisions, in: configuration, machine))
      configuration = next
    }
    if let unfit = unfit(among: left, cancelledCalls(until: configuration, less: taken)) {
      let event = answers[unfit].event
      differences.append(
        "The recorded answer \(event.address?.text ?? "") → \(event.text) is none that the spec "
          + "declares, or answers a call that nothing makes.")
    }
    return events
  }

  /// By their texts, how many calls on the way wait no more and got no recorded answer.
  private func cancelledCalls(
    until last: Configuration, less taken: Set<Int>
  ) -> [String: Int] {
    var count: [String: Int] = [:]
    var known: Set<[Int]> = []
    for configuration in positions.map(\.configuration) {
      for call in configuration.pending(calls: true)
      where known.insert([call.effect, call.serial]).inserted {
        count[configuration.address(of: call)?.text ?? "", default: 0] += 1
      }
    }
    for call in last.pending(calls: true) {
      count[last.address(of: call)?.text ?? "", default: 0] -= 1
    }
    for answer in taken { count[answers[answer].event.address?.text ?? "", default: 0] -= 1 }
    return count
  }

  /// The first of some answers that no cancelled call can have got.
  private func unfit(among left: [Int], _ cancelled: [String: Int]) -> Int? {
    var cancelled = cancelled
    return left.first { answer in
      let call = answers[answer].event.address?.text ?? ""
      cancelled[call, default: 0] -= 1
      return cancelled[call, default: 0] < 0
    }
  }

  private func nextAnswer(
    in configuration: Configuration, _ left: [Int]
  ) -> (answer: Int, event: Event)? {
    for event in quietEvents(in: configuration) {
      let named = TraceEvent(event, decisions: .first, in: configuration, machine)
      guard event.kind == .resolve, let call = named.address?.text else { continue }
      let answer = left.first {
        answers[$0].event.address?.text == call && answers[$0].event.text == named.text
      }
      if let answer { return (answer, event) }
    }
    return nil
  }

  // MARK: Moves

  /// The action of a generator that reads as one that was sent, and what it was made from.
  private mutating func generated(as item: StoredEvent) -> Event? {
    guard item.kind == .send else { return nil }
    if let known = generated[item.text] { return known }
    var found: Event?
    for (index, source) in machine.model.sources.enumerated() where found == nil {
      guard let draw = source.draw else { continue }
      let actions = Generator<Any>.compose { source in try draw(&source) }
      var odometer = Odometer(actions)
      for _ in 0..<Self.drawLimit where found == nil {
        guard let step = odometer.next() else { break }
        guard case .value(let action, let sequence) = step, describe(action) == item.text
        else { continue }
        found = .send(action, source: index, choices: sequence.values)
      }
    }
    generated[item.text] = .some(found)
    return found
  }

  private mutating func candidates(at position: Position) -> [Event] {
    let item = items[position.index]
    let quiet = quietEvents(in: position.configuration)
    switch item.kind {
    case .send:
      let event =
        item.traceEvent.locate(in: position.configuration, machine) ?? generated(as: item)
      return [event].compactMap(\.self) + quiet
    case .cancel:
      return position.configuration.ledger.groups(named: item.text).map { .cancel(group: $0) }
        + quiet
    default: return quiet
    }
  }

  /// The events that are neither of the outside's nor of time that passes without a deadline.
  private func quietEvents(in configuration: Configuration) -> [Event] {
    var events: [Event] = []
    machine.events(in: configuration, into: &events, sends: false)
    return events.filter { event in
      switch event {
      case .resolve, .serve, .serveOrphan, .deliver, .advance: true
      case .send, .idle, .cancel, .move: false
      }
    }
  }

  /// Takes an event, if it leads to what was recorded, or to nothing.
  private mutating func step(
    _ event: Event, _ script: [Int], from last: Int
  ) -> (Position, isSilent: Bool)? {
    let position = positions[last]
    var next = Position(configuration: position.configuration, index: position.index)
    let report = machine.apply(event, to: &next.configuration, decisions: .scripted(script))
    // The other ways that the step can go come next.
    if let successor = report.decisions.successor {
      positions[last].moves?.append((event, successor))
    }
    var named = TraceEvent(
      event, decisions: report.decisions, in: position.configuration, machine)
    if event.kind == .resolve, let address = named.address,
      recordedEndpoints.contains(address.endpoint)
    {
      guard let answer = answer(address.text, named.text, position) else { return nil }
      next.answer = answer
    }
    let item = items[position.index]
    if event.kind == item.kind, item.kind == .send { named.payload = item.payload }
    next.event = named
    if event.kind == .cancel {
      next.index += 1
    } else if report.actions.isEmpty {
      next.silent = position.silent + (next.answer == nil ? 1 : 0)
      return (next, true)
    } else {
      guard agrees(report.actions, named, with: position.index) else { return nil }
      next.index += report.actions.count
    }
    if comparesStates, let recorded = items[next.index - 1].state, recorded != next.digest {
      return nil
    }
    return (next, false)
  }

  /// Whether actions are those recorded from an index on: the first as the item is and from the
  /// same effect, further ones not from outside.
  private func agrees(_ actions: [Any], _ event: TraceEvent, with index: Int) -> Bool {
    guard index + actions.count <= items.count else { return false }
    if let sender = items[index].address, let effect = event.address,
      sender.startedBy != effect.startedBy
        || !(sender.ids.isEmpty || effect.ids.isEmpty)
          && Set(sender.ids).isDisjoint(with: effect.ids)
    {
      return false
    }
    return actions.enumerated().allSatisfy { offset, action in
      let item = items[index + offset]
      return item.text == describe(action) && (offset == 0 || item.kind == .deliver)
    }
  }

  /// The recorded answer that a call and an outcome are, if it was given by then.
  private func answer(_ call: String, _ outcome: String, _ position: Position) -> Int? {
    answers.indices.first { index in
      let (event, after) = answers[index]
      return !given.contains(index) && after <= position.index
        && event.address?.text == call && event.text == outcome
    }
  }
}

/// A short text that stands for a State in a recording: the same for two that differ only in which
/// UUIDs and dates they hold.
func stateDigest(_ state: Any) -> String {
  var seen: [Substring: Int] = [:]
  let uuid = /[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}/
  let date = /[0-9]{4,}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?/
  let text = describe(state).replacing(date, with: "date").replacing(uuid) { match in
    let number = seen[match.output, default: seen.count]
    seen[match.output] = number
    return "#\(number)"
  }
  return String(structuralFingerprint(of: text), radix: 16)
}

extension RecordingReader {
  /// Why there is no way, as a message.
  private var failure: TraceFileError {
    guard tries <= Self.tryLimit else {
      return TraceFileError(
        description: "\(name): no way to what was recorded was found past action "
          + "\(furthest?.index ?? 0) in \(grouped(tries)) steps. "
          + "Record what the endpoints answer, which leaves less to try.")
    }
    guard let furthest else {
      return TraceFileError(description: "\(name) holds no action.")
    }
    let item = items[furthest.index]
    let place = "\(name): action \(furthest.index + 1), \(item.text), "
    if item.kind == .send, item.payload == nil || !machine.model.canDecodeActions {
      return TraceFileError(
        description: place + "was sent from outside, and it cannot be made again: the spec "
          + "\(machine.model.name) does not send it there. Make Action Codable, list it with "
          + ".sending(…), or give its payload a generator.")
    }
    if item.kind == .send || item.kind == .cancel {
      return TraceFileError(
        description: place + "cannot take place there in the spec \(machine.model.name).")
    }
    let pending = furthest.configuration.inFlightTexts
    let answers = answers.filter { $0.after <= furthest.index }
      .map { "\($0.event.address?.text ?? "") → \($0.event.text)" }
    return TraceFileError(
      description: place + "came from an effect, and no outcome that the spec "
        + "\(machine.model.name) declares leads to it. In flight there: "
        + "\(pending.isEmpty ? "nothing" : pending.joined(separator: "; "))."
        + (answers.isEmpty ? "" : " Recorded answers: \(answers.joined(separator: ", ")).")
        + " Declare the outcome with the endpoint. What depends on how much time passed between "
        + "sends, or on a reply that came just as its effect was cancelled, is not found.")
  }
}

extension TraceEvent {
  /// What happens, as a person reads it.
  fileprivate var line: String { "\(kind.rawValue) \(subject)" }

  /// What started the effect that it is about.
  fileprivate var starter: String { address?.startedBy ?? "nothing" }

  /// What makes one way another than the next.
  fileprivate var way: [String] { [line, starter] + (address?.ids ?? []) }
}
