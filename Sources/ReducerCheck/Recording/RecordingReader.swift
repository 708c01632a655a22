import TransitionSystems

/// Finds the trace behind a recording: events that lead to the actions that were recorded.
///
/// A search in depth over the abstract machine's events. After each recorded action it tries the
/// events whose step reduces just what comes next; between two of them a few that reduce nothing
/// may take place. What endpoints were recorded to answer limits it. Two ways are looked for, so
/// that it can be said when there is more than one.
struct RecordingReader {
  private let name: String
  private let machine: Machine
  private let start: Int
  /// The actions and cancellations, in order.
  private let items: [StoredEvent]
  /// What endpoints answered, and how many of the items came before.
  private let answers: [(event: StoredEvent, after: Int)]
  private let recordedEndpoints: [String]

  private var tries = 0
  private var ways: [[TraceEvent]] = []
  /// The actions that were looked for among those of generators, by their texts.
  private var generated: [String: Event?] = [:]
  private var furthest: Dead?

  /// Where the search came furthest, and stopped.
  private struct Dead {
    let index: Int
    let configuration: Configuration
  }

  /// Steps tried at most.
  private static var tryLimit: Int { 50_000 }
  /// Payloads that are tried of a generated action.
  private static var drawLimit: Int { 5_000 }
  /// Events between two recorded actions at most that reduce nothing.
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

  /// The trace, and what a person should know of it.
  ///
  /// - Throws: ``TraceFileError`` where no events lead to what was recorded.
  mutating func read() throws -> (trace: Trace, notes: [String]) {
    let state = machine.model.initialStates[start]
    search(Position(configuration: machine.start(from: state)))
    guard let way = ways.first else { throw failure }
    var notes: [String] = []
    if ways.count > 1, let other = ways.last,
      let index = zip(way, other).enumerated().first(where: { $1.0.line != $1.1.line })?.offset
    {
      notes.append(
        "Several ways lead to what was recorded: event \(index + 1) may be "
          + "\(way[index].line), or \(other[index].line). The first is taken; record what the "
          + "endpoints answer to be sure.")
    }
    return (Trace(start: start, events: way), notes)
  }

  /// Where a search stands.
  private struct Position {
    var configuration: Configuration
    /// The next item.
    var index = 0
    /// Events since the last item that reduced nothing.
    var silent = 0
    /// The answers that have been given.
    var given: Set<Int> = []
    var events: [TraceEvent] = []
  }

  /// Goes on from a position; true once two ways are known or too much was tried.
  @discardableResult
  private mutating func search(_ position: Position) -> Bool {
    guard position.index < items.count else {
      // Which of two effects that are alike comes first makes no other way.
      if let way = ways.first, way.map(\.line) == position.events.map(\.line) { return false }
      ways.append(position.events)
      return ways.count == 2
    }
    if position.index > furthest?.index ?? -1 {
      furthest = Dead(index: position.index, configuration: position.configuration)
    }
    var silent: [Position] = []
    for event in candidates(at: position) {
      tries += 1
      if tries > Self.tryLimit { return true }
      guard let (next, isSilent) = step(event, from: position) else { continue }
      if isSilent { silent.append(next) } else if search(next) { return true }
    }
    guard position.silent < Self.silentLimit else { return false }
    for next in silent where search(next) { return true }
    return false
  }

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
    if item.kind == .send || item.kind == .cancel {
      let event =
        item.traceEvent.locate(in: position.configuration, machine) ?? generated(as: item)
      return [event].compactMap(\.self) + quietEvents(in: position.configuration)
    }
    return quietEvents(in: position.configuration)
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
  private func step(_ event: Event, from position: Position) -> (Position, isSilent: Bool)? {
    var next = position
    let report = machine.apply(event, to: &next.configuration)
    var named = TraceEvent(
      event, decisions: report.decisions, in: position.configuration, machine)
    if event.kind == .resolve, let address = named.address,
      recordedEndpoints.contains(address.endpoint)
    {
      guard let answer = answer(address.text, named.text, position) else { return nil }
      next.given.insert(answer)
    }
    let item = items[position.index]
    if event.kind == item.kind, item.kind == .send { named.payload = item.payload }
    next.events.append(named)
    if event.kind == .cancel {
      next.index += 1
    } else if report.actions.isEmpty {
      next.silent += 1
      return (next, true)
    } else {
      guard agrees(report.actions, with: position.index) else { return nil }
      next.index += report.actions.count
    }
    next.silent = 0
    return (next, false)
  }

  /// Whether actions are those recorded from an index on: the first as the item is, further ones
  /// not from outside.
  private func agrees(_ actions: [Any], with index: Int) -> Bool {
    guard index + actions.count <= items.count else { return false }
    return actions.enumerated().allSatisfy { offset, action in
      let item = items[index + offset]
      return item.text == describe(action) && (offset == 0 || item.kind == .deliver)
    }
  }

  /// The recorded answer that a call and an outcome are, if it was given by then.
  private func answer(_ call: String, _ outcome: String, _ position: Position) -> Int? {
    answers.indices.first { index in
      let (event, after) = answers[index]
      return !position.given.contains(index) && after <= position.index
        && event.address?.text == call && event.text == outcome
    }
  }
}

extension RecordingReader {
  /// Why there is no way, as a message.
  private var failure: TraceFileError {
    guard tries <= Self.tryLimit else {
      return TraceFileError(
        description: "\(name): no way to what was recorded was found in \(grouped(tries)) steps. "
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
        + " Declare the outcome with the endpoint.")
  }
}

extension TraceEvent {
  /// What happens, as a person reads it.
  fileprivate var line: String { "\(kind.rawValue) \(subject)" }
}
