import TransitionSystems

/// Makes a failing trace minimal, and brings it into normal form.
///
/// Delta debugging over events with repair, then simpler events in place, then simpler orders;
/// where the space is small enough, the smallest trace of all is looked up instead of approached.
struct TraceShrinker {
  typealias Run = ShrinkRun<TraceProblem>
  typealias Pass = ShrinkPass<TraceProblem>

  let machine: Machine

  /// What shrinking came to.
  struct Result {
    let trace: Trace
    let evaluations: Int
    let passes: [PassStatistics]
    let certificate: Certificate
  }

  /// Shrinks a trace that is known to break a demand; nil if it does not.
  ///
  /// Complexity: runs of the trace, of which `limits` says how many at most.
  func shrink(
    _ trace: Trace, demand: String, limits: ShrinkLimits = .init(),
    passes: [Pass]? = nil
  ) -> Result? {
    let runner = TraceRunner(machine: machine)
    let problem = TraceProblem(runner: runner, start: trace.start, demand: demand)
    let first = runner.run(trace, until: demand)
    guard first.violation != nil else { return nil }
    let subject = TraceProblem.Subject(events: first.events, fails: true)
    var run = Run(problem, from: subject, limits: limits)
    run.run(passes ?? self.passes)
    let certificate = certify(&run, trace.start, demand)
    return Result(
      trace: Trace(start: trace.start, events: run.bestForm), evaluations: run.evaluations,
      passes: run.statistics, certificate: certificate)
  }

  private var passes: [Pass] {
    [
      Pass("drop events") { run in
        _ = deletion(from: run.bestForm) { run.attempt($0) ? run.bestForm : nil }
      },
      Pass("plain choices inside steps", plainDecisions),
      Pass("drop pairs of events", dropPairs),
      Pass("smaller payloads", smallerPayloads),
      Pass("earlier actions and outcomes", earlierAlternatives),
      Pass("earlier completions", earlierCompletions),
      Pass("canonical order", sortNeighbours),
    ]
  }

  private func plainDecisions(_ run: inout Run) {
    for index in run.bestForm.indices.reversed() where index < run.bestForm.count {
      guard !run.bestForm[index].decisions.isEmpty else { continue }
      var proposal = run.bestForm
      proposal[index].decisions = []
      run.attempt(proposal)
    }
  }

  private func dropPairs(_ run: inout Run) {
    guard run.bestForm.count <= 24 else { return }
    var first = 0
    while first < run.bestForm.count {
      for second in run.bestForm.indices.dropFirst(first + 1).reversed() {
        var proposal = run.bestForm
        proposal.remove(at: second)
        proposal.remove(at: first)
        if run.attempt(proposal) { break }
      }
      first += 1
    }
  }

  private func smallerPayloads(_ run: inout Run) {
    var index = 0
    while index < run.bestForm.count {
      let event = run.bestForm[index]
      if event.kind == .send, event.payload == nil,
        let draw = machine.model.sources[event.source].draw
      {
        smallerPayload(at: index, draw, &run)
      }
      index += 1
    }
  }

  /// Shrinks one payload as a value, asking the whole trace.
  private func smallerPayload(
    at index: Int, _ draw: @escaping (inout ChoiceSource) throws(Discarded) -> Any,
    _ run: inout Run
  ) {
    let generator = Generator<Any>.compose { source in try draw(&source) }
    var source = ChoiceSource(script: run.bestForm[index].choices)
    guard let action = try? source(generator) else { return }
    let base = run.bestForm
    var best = run
    let shrunk = minimize(DrawnValue(action, source.sequence), of: generator) { candidate in
      var proposal = base
      proposal[index].action = candidate
      proposal[index].text = describe(candidate)
      proposal[index].choices = []
      return best.problem.realize(proposal)?.fails ?? false
    }
    var proposal = base
    proposal[index].action = shrunk.best.value
    proposal[index].choices = shrunk.best.sequence.values
    proposal[index].text = describe(shrunk.best.value)
    best = run
    run.attempt(proposal)
  }

  private func earlierAlternatives(_ run: inout Run) {
    var index = 0
    while index < run.bestForm.count {
      for alternative in alternatives(to: index, in: run.bestForm, start: run.problem.start) {
        var proposal = run.bestForm
        guard index < proposal.count else { break }
        proposal[index] = alternative
        if run.attempt(proposal) { break }
      }
      index += 1
    }
  }

  /// The events that could take an event's place and rank before it.
  private func alternatives(
    to index: Int, in events: [TraceEvent], start: Int
  ) -> [TraceEvent] {
    let prefix = Trace(start: start, events: Array(events[..<index]))
    let run = TraceRunner(machine: machine).run(prefix, until: "nothing", recording: true)
    guard let configuration = run.configurations.last else { return [] }
    var candidates: [Event] = []
    machine.events(in: configuration, into: &candidates)
    return
      candidates
      .map { TraceEvent($0, decisions: .first, in: configuration, machine) }
      .filter { $0.rank.lexicographicallyPrecedes(events[index].rank) }
      .sorted { $0.rank.lexicographicallyPrecedes($1.rank) }
  }

  private func earlierCompletions(_ run: inout Run) {
    var index = 1
    while index < run.bestForm.count {
      for target in 0..<index {
        var proposal = run.bestForm
        let event = proposal.remove(at: index)
        proposal.insert(event, at: target)
        if run.attempt(proposal) { break }
      }
      index += 1
    }
  }

  private func sortNeighbours(_ run: inout Run) {
    var index = 0
    while index + 1 < run.bestForm.count {
      var proposal = run.bestForm
      proposal.swapAt(index, index + 1)
      if run.attempt(proposal) { index = max(0, index - 2) }
      index += 1
    }
  }
}
