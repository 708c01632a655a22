import TransitionSystems

extension SpecSession {
  /// Searches the spec's configurations.
  ///
  /// - Parameters:
  ///   - files: Where to keep how far the search is, and what to go on from.
  ///   - isOver: Why to stop, if so; asked after each round.
  func explore(
    _ limits: ExplorationLimits, _ files: CheckpointFiles = CheckpointFiles(),
    until isOver: @escaping (Explorer.Progress) -> SearchStop? = { _ in nil }
  ) -> SpecReport {
    do {
      return try onHarnessThread {
        let run = try searching(limits)
        let result = try Explorer(
          run: run, limits: limits, isOver: isOver, checkpoints: files.open(for: run, limits)
        ).explore()
        return run.machine.perform { marked(Reporter(run: run).report(result)) }
      }
    } catch {
      var report = SpecReport(spec: spec.name, seed: 0)
      report.error = "\(error)"
      return report
    }
  }

  /// Draws the spec's configurations, or those around a trace.
  func picture(_ limits: ExplorationLimits, around file: TraceFile?) throws -> SpacePicture {
    try onHarnessThread {
      let run = try searching(limits)
      let trace = file.map { Trace(start: $0.start, events: $0.events.map(\.traceEvent)) }
      return Explorer(run: run, limits: limits).picture(around: trace)
    }
  }

  /// Names the events that lead to a move in which the process dies; it is not taken.
  func exploreToDeath(
    _ limits: ExplorationLimits, move: UInt64, from file: String?
  ) throws -> DemandReport {
    try onHarnessThread {
      let run = try searching(limits)
      journal.lastMove = move
      let files = CheckpointFiles(resume: file)
      let result = try Explorer(
        run: run, limits: limits, checkpoints: files.open(for: run, limits)
      ).explore()
      journal.lastMove = .max
      return run.machine.perform {
        let path = result.findings.first { $0.violation.kind == FindingKind.trap.rawValue }?.path
        let trace = path.map {
          TraceRunner(machine: run.machine).trace(of: $0, lastUntaken: true)
        }
        return Reporter(run: run).deadly(trace ?? Trace(events: []), seed: 0)
      }
    }
  }

  private func searching(_ limits: ExplorationLimits) throws -> SpecRun {
    try SpecRun(
      spec, inFlight: limits.inFlight,
      payloads: PayloadLimits(whole: ExplorationLimits.wholePayloads, part: limits.payloads),
      journal: journal)
  }
}
