import TransitionSystems

/// A trace: an initial state, by its place in the spec, and named events.
struct Trace {
  var start = 0
  var events: [TraceEvent]
}

/// Runs traces on a machine and says what they break.
struct TraceRunner {
  let machine: Machine

  /// What a run of a trace came to.
  struct Run {
    /// The events that took place, named anew.
    var events: [TraceEvent] = []
    /// What was broken last, if it is what was looked for.
    var violation: Violation?
    /// The place of the first event that could not take place.
    var missing: Int?
    /// The configurations before each event and after the last, where they were asked for.
    var configurations: [Configuration] = []
    /// The events as the machine took them.
    var steps: [(event: Event, report: Machine.Report)] = []
  }

  /// Runs a trace up to the first violation of a demand.
  ///
  /// - Parameters:
  ///   - demand: What to look for; nil for anything.
  ///   - exactly: Whether each event must be the one named; else the likest will do and what
  ///     cannot take place is dropped.
  ///   - recording: Whether configurations and steps are kept.
  func run(
    _ trace: Trace, until demand: String?, exactly: Bool = false, recording: Bool = false
  ) -> Run {
    var run = Run()
    var checker = Checker(machine)
    let states = machine.model.initialStates
    var configuration = machine.start(from: states[min(trace.start, states.count - 1)])
    if recording { run.configurations.append(configuration) }
    run.violation = checker.check(start: configuration).first {
      demand == nil || $0.demand == demand
    }
    for (index, named) in trace.events.enumerated() where run.violation == nil {
      guard let event = named.locate(in: configuration, machine, exactly: exactly) else {
        run.missing = run.missing ?? index
        if exactly { return run }
        continue
      }
      let before = configuration
      let step = checker.step(
        event, from: &configuration, decisions: .scripted(named.decisions))
      if machine.isRefused(configuration) && !exactly {
        configuration = before
        continue
      }
      var renamed = TraceEvent(event, decisions: step.report.decisions, in: before, machine)
      renamed.payload = named.payload
      if exactly, renamed.decisions != Decisions.significant(of: named.decisions) {
        run.missing = index
        return run
      }
      run.events.append(renamed)
      if recording {
        run.configurations.append(configuration)
        run.steps.append((event, step.report))
      }
      var violations = step.violations
      if demand?.hasPrefix(FindingKind.impureReducer.rawValue) == true,
        let finding = machine.purityFinding(of: event, in: before)
      {
        violations.append(Violation(finding))
      }
      run.violation = violations.first { demand == nil || $0.demand == demand }
    }
    return run
  }

  /// Names the events of a walk.
  ///
  /// - Parameter untaken: Whether the last event is named only, not taken: it is deadly.
  func trace(of path: Path, lastUntaken untaken: Bool = false) -> Trace {
    let words = path.start.words
    let start = machine.model.initialStates.firstIndex { $0.words == words } ?? 0
    var configuration = machine.start(from: path.start)
    var events: [TraceEvent] = []
    for (index, step) in path.steps.enumerated() {
      let event = step.event
      let before = configuration
      if untaken && index == path.steps.count - 1 {
        events.append(TraceEvent(event, decisions: .first, in: before, machine))
        break
      }
      let report = machine.apply(event, to: &configuration, decisions: .scripted(step.choices))
      events.append(TraceEvent(event, decisions: report.decisions, in: before, machine))
    }
    return Trace(start: start, events: events)
  }
}
