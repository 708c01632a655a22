import TransitionSystems

/// How it is known that a trace is minimal.
enum Certificate: Hashable {
  /// Dropping any one event makes it hold.
  case noEventCanBeDropped
  /// No shorter trace of the spec's alphabet and outcomes breaks it: every configuration within
  /// reach of the shorter ones was looked at.
  case noShorterTrace(configurations: Int, events: Int)
  /// The limit on evaluations was reached first.
  case none
}

extension TraceShrinker {
  /// Configurations that may be looked at for a smaller trace.
  private static var searchLimit: Int { 3_000 }
  /// Traces longer than this are not looked for in the whole space.
  private static var searchLength: Int { 8 }

  /// Looks for the smallest trace of all where that is feasible, and says how minimal it is.
  func certify(_ run: inout Run, _ start: Int, _ demand: String) -> Certificate {
    if run.isExhausted { return .none }
    guard let simulation = machine as? Simulation else { return certifyAlone(run) }
    let isWhole = machine.model.sources.allSatisfy { $0.draw == nil || $0.isWhole }
    if run.bestForm.count <= Self.searchLength {
      let search = NormalFormSearch(
        machine: simulation, demand: demand, limit: Self.searchLimit)
      if let found = search.smallest(from: start, length: run.bestForm.count) {
        run.attempt(found.events)
        // Only traces from this initial state were tried.
        if isWhole && found.isWhole && machine.model.initialStates.count == 1
          && found.events.count == run.bestForm.count
        {
          return .noShorterTrace(
            configurations: found.configurations, events: max(0, found.events.count - 1))
        }
        return certifyAlone(run)
      }
    }
    guard isWhole, !run.bestForm.isEmpty else { return certifyAlone(run) }
    switch ShorterTraceSearch(machine: simulation, demand: demand).search(
      below: run.bestForm.count)
    {
    case .none(let configurations):
      return .noShorterTrace(configurations: configurations, events: run.bestForm.count - 1)
    case .found(let trace, let configurations, let isShortest)
    where trace.start == start && run.attempt(trace.events)
      && run.bestForm.count == trace.events.count && isShortest:
      return .noShorterTrace(
        configurations: configurations, events: max(0, trace.events.count - 1))
    case .found, .unknown: return certifyAlone(run)
    }
  }

  private func certifyAlone(_ run: Run) -> Certificate {
    canDropAnEvent(run) ? .none : .noEventCanBeDropped
  }

  private func canDropAnEvent(_ run: Run) -> Bool {
    let problem = run.problem
    return run.bestForm.indices.contains { index in
      var shorter = run.bestForm
      shorter.remove(at: index)
      return problem.realize(shorter)?.fails == true
    }
  }
}
