import TransitionSystems

/// Finds the events that led to a configuration of a search, from how each was reached.
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
    path.steps.append(step(breach.ordinal, from: &configuration))
    return Exploration.Found(violation: violation, path: path)
  }

  /// The way to the configuration at a place, and the configuration.
  ///
  /// It is found by which steps were taken, not by where they led: an effect that is never
  /// recognised, or an object in State, is another one when it is made again.
  func way(to place: UInt32) -> (path: Path, end: Configuration) {
    var reached = search.steps.step(at: place)
    var ordinals: [UInt64] = []
    while reached.parent != .max {
      ordinals.append(reached.ordinal)
      reached = search.steps.step(at: reached.parent)
    }
    let start = machine.model.initialStates[Int(reached.ordinal >> 32)]
    var path = Path(start: start)
    var configuration = machine.start(from: start)
    for ordinal in ordinals.reversed() {
      path.steps.append(step(ordinal, from: &configuration))
    }
    return (path, configuration)
  }

  /// The place of a configuration in the order of the search; nil where it has not met it.
  func place(of configuration: Configuration) -> UInt32? {
    key(configuration).withUnsafeBufferPointer { search.store.number(of: $0, by: writer) }
      .map(search.place)
  }

  /// Moves a configuration by the step of an ordinal.
  ///
  /// - Precondition: There is one.
  private func step(_ ordinal: UInt64, from configuration: inout Configuration) -> Path.Step {
    var found: (step: Path.Step, end: Configuration)?
    eachStep(from: configuration) { step, successor, other in
      if ordinal == other { found = (step, successor) }
      return ordinal != other
    }
    guard let found else {
      preconditionFailure("Internal error: a step that cannot be taken again")
    }
    configuration = found.end
    return found.step
  }

  /// Calls a body for each step from a configuration in order, until it says that is enough.
  func eachStep(
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
