import TransitionSystems

/// Finds the events that led to a configuration of a search, from the links to its parents.
struct SearchTracer<System: TransitionSystem> {
  private let search: BreadthFirstSearch<System>
  private let machine: Machine
  private let key: (Configuration) -> [UInt64]
  private let writer = StoreWriter()

  init(
    _ search: BreadthFirstSearch<System>, _ machine: Machine,
    key: @escaping (Configuration) -> [UInt64]
  ) {
    self.search = search
    self.machine = machine
    self.key = key
  }

  /// What a breach is about, with the way there.
  func found(_ breach: Breach) -> Exploration.Found {
    guard let violation = breach.detail as? Violation else {
      preconditionFailure("Internal error: a breach of something else")
    }
    guard breach.parent != .max else {
      let state = machine.model.initialStates[Int(breach.ordinal >> 32)]
      return Exploration.Found(violation: violation, path: Path(start: state))
    }
    var (path, configuration) = way(to: breach.parent)
    if violation.kind == FindingKind.trap.rawValue {
      // It is named, not taken: the process would die of it.
      var events: [Event] = []
      machine.events(in: configuration, into: &events)
      path.steps.append(Path.Step(event: events[Int(breach.ordinal >> 32)], choices: []))
      return Exploration.Found(violation: violation, path: path)
    }
    if let step = step(breach.ordinal, from: &configuration) { path.steps.append(step) }
    return Exploration.Found(violation: violation, path: path)
  }

  /// The way to the configuration at a place, and the configuration.
  func way(to place: UInt32) -> (path: Path, end: Configuration) {
    var places = [place]
    while let parent = search.parent(of: places[places.count - 1]) { places.append(parent) }
    places.reverse()
    var (path, configuration) = start(places[0])
    for place in places.dropFirst() {
      path.steps.append(step(to: search.number(at: place), from: &configuration))
    }
    return (path, configuration)
  }

  private func start(_ place: UInt32) -> (Path, Configuration) {
    for state in machine.model.initialStates {
      let configuration = machine.start(from: state)
      if number(of: configuration) == search.number(at: place) {
        return (Path(start: state), configuration)
      }
    }
    preconditionFailure("Internal error: an initial configuration that is none")
  }

  /// The number of a configuration in the store; nil where the search has not met it.
  func number(of configuration: Configuration) -> UInt32? {
    key(configuration).withUnsafeBufferPointer { search.store.number(of: $0, by: writer) }
  }

  /// Moves a configuration by the first step that leads to the one of a number.
  private func step(to number: UInt32, from configuration: inout Configuration) -> Path.Step {
    step(from: &configuration) { _, _, reached in reached == number }
  }

  /// Moves a configuration by the first step that is the one looked for.
  ///
  /// - Precondition: There is one.
  func step(
    from configuration: inout Configuration,
    where isIt: (Event, Configuration, _ number: UInt32?) -> Bool
  ) -> Path.Step {
    var found: (step: Path.Step, end: Configuration)?
    eachStep(from: configuration) { step, successor, _ in
      guard isIt(step.event, successor, self.number(of: successor)) else { return true }
      found = (step, successor)
      return false
    }
    guard let found else {
      preconditionFailure("Internal error: a configuration that nothing leads to")
    }
    configuration = found.end
    return found.step
  }

  /// Moves a configuration by the step of an ordinal.
  func step(_ ordinal: UInt64, from configuration: inout Configuration) -> Path.Step? {
    var found: (step: Path.Step, end: Configuration)?
    eachStep(from: configuration) { step, successor, other in
      guard ordinal == other else { return true }
      found = (step, successor)
      return false
    }
    if let found { configuration = found.end }
    return found?.step
  }

  /// Calls a body for each step from a configuration in order, until it says that is enough.
  private func eachStep(
    from configuration: Configuration, _ body: (Path.Step, Configuration, UInt64) -> Bool
  ) {
    var events: [Event] = []
    var checker = Checker(machine)
    machine.events(in: configuration, into: &events)
    for (index, event) in events.enumerated() {
      var script: [Int]? = []
      var ordinal = UInt64(index) << 32
      while let current = script {
        var successor = configuration
        let report = checker.move(event, from: &successor, decisions: .scripted(current)).report
        script = report.decisions.successor
        let step = Path.Step(event: event, choices: report.decisions.significant)
        if !body(step, successor, ordinal) { return }
        ordinal += 1
      }
    }
  }
}
