import TransitionSystems

/// Fuzzes one spec in a child process, and finds out what the child died of if it did.
struct SpecWalk {
  let spec: AnySpec
  let child: ChildProcess
  let options: CommandOptions
  let known: [(file: String, trace: TraceFile)]
  /// Walks where neither walks nor time are given.
  var defaultWalks = CommandOptions.fuzzWalks

  /// Child processes that making one deadly trace minimal may take.
  private static var evaluationLimit: Int { 200 }

  func run() throws -> SpecReport {
    var report = try walk(walks: options.walks ?? (options.seconds == nil ? defaultWalks : nil))
    report.properties = try report.properties.map(kept)
    report.findings = try report.findings.map(kept)
    return report
  }

  /// Searches instead of walking.
  func explore() throws -> SpecReport {
    var limits = options.exploration
    limits.inFlight = options.maxInFlight
    var report = try search(limits)
    report.properties = try report.properties.map(kept)
    report.findings = try report.findings.map(kept)
    return report
  }

  private func search(
    _ limits: ExplorationLimits, again: Bool = false
  ) throws -> SpecReport {
    var files = options.checkpoints
    files.isOwn = again
    let work = Job.Work.explore(limits, files)
    switch try child.run(child.job(spec.name, work, options)) {
    case .result(.searched(let report)): return report
    case .result: return failed("Internal error: another job's result.")
    case .died(_, let detail, let journal?) where journal.stage == .following:
      return failed(
        CheckpointError.changed(spec.name, "the process died in one of its steps (\(detail))")
          .description)
    case .died(let kind, let detail, let journal):
      guard limits.workers == 1 else {
        // Which move it was is only known where one thread makes them.
        var alone = limits
        alone.workers = 1
        return try search(alone, again: true)
      }
      guard let journal else { return failed("The process died at once: \(detail).") }
      if journal.stage == .probing { return try autopsy(kind, detail, journal, options.walks) }
      return try autopsy(kind, detail, journal, limits)
    }
  }

  /// The report of a search that ends where the process died, with the trace that killed it.
  private func autopsy(
    _ kind: FindingKind, _ detail: String, _ journal: Journal, _ limits: ExplorationLimits
  ) throws -> SpecReport {
    let work = Job.Work.exploreToDeath(
      limits, move: journal.moves, from: options.checkpoints.resume)
    guard case .result(.minimized(let trace)) = try child.run(child.job(spec.name, work, options))
    else { return failed("The process died (\(detail)), and not again when that was repeated.") }
    var report = SpecReport(spec: spec.name, seed: 0)
    report.notes.append(
      "The search stopped at step \(grouped(Int(journal.moves))), where the process died; nothing "
        + "nearer to the start does that. Repair it, or take the action out of the alphabet, to see "
        + "what lies behind it.")
    report.findings = [named(trace, kind, detail, shrunkFrom: nil)]
    return report
  }

  private func walk(walks: Int?, shrinks: Bool = true) throws -> SpecReport {
    let work = Job.Work.fuzz(
      seed: options.seed, walks: walks, seconds: options.seconds, shrinks: shrinks)
    switch try child.run(child.job(spec.name, work, options)) {
    case .result(.searched(let report)): return report
    case .result: return failed("Internal error: another job's result.")
    case .died(let kind, let detail, let journal):
      guard let journal else { return failed("The process died at once: \(detail).") }
      if !shrinks {
        return failed("The process died after the walks, and again without shrinking: \(detail).")
      }
      return try autopsy(kind, detail, journal, walks)
    }
  }

  private func failed(_ message: String) -> SpecReport {
    var report = SpecReport(spec: spec.name, seed: options.seed)
    report.error = message
    return report
  }

  // MARK: After a death

  /// Fuzzes up to the walk that the child died in, and adds the trace that killed it.
  private func autopsy(
    _ kind: FindingKind, _ detail: String, _ journal: Journal, _ walks: Int?
  ) throws -> SpecReport {
    let stage = journal.stage
    guard stage == .fuzzing || stage == .probing else {
      // The walks were over: shrinking led to something deadly. Their traces are worth having.
      var report = try walk(walks: Int(journal.walk) + 1, shrinks: false)
      report.notes.append(
        "Counterexamples are not minimal: making them so led to a trace that kills the process "
          + "(\(kind.rawValue): \(detail)).")
      return report
    }
    let event = journal.events
    let isProbing = stage == .probing
    var report = SpecReport(spec: spec.name, seed: options.seed)
    if !isProbing && journal.walk > 0 { report = try walk(walks: Int(journal.walk)) }
    let work = Job.Work.traceToDeath(
      seed: options.seed, walks: walks, event: event, probing: isProbing)
    guard case .result(.minimized(let trace)) = try child.run(child.job(spec.name, work, options)),
      let file = TraceFile(trace)
    else { return failed("The process died (\(detail)), and not again when that was repeated.") }
    report.notes.append(
      "Fuzzing stopped in walk \(journal.walk + 1), where the process died. Repair that, or take "
        + "the action out of the alphabet, to see what lies behind it.")
    report.findings.append(
      try minimizeDeadly(file, kind, detail) ?? named(trace, kind, detail, shrunkFrom: nil))
    return report
  }

  /// The shortest part of a trace that still kills a process in the same way; nil if none does.
  func minimizeDeadly(
    _ file: TraceFile, _ kind: FindingKind, _ detail: String
  ) throws -> DemandReport? {
    var evaluations = 0
    func kills(_ events: [StoredEvent]) throws -> Bool {
      guard evaluations < Self.evaluationLimit else { return false }
      evaluations += 1
      var candidate = file
      candidate.events = events
      candidate.kind = kind.rawValue
      let job = child.job(spec.name, .minimize(candidate, name: "trace"), options)
      if case .died(kind, _, _) = try child.run(job) { return true }
      return false
    }
    guard try kills(file.events) else { return nil }
    var events = try deletion(from: file.events) { try kills($0) ? $0 : nil }
    for index in events.indices where events[index].decisions != nil {
      var plainer = events
      plainer[index].decisions = nil
      if try kills(plainer) { events = plainer }
    }
    var minimal = file
    minimal.events = events
    var report = try describe(minimal, kind, detail)
    report?.shrunkFrom = file.events.count
    if evaluations < Self.evaluationLimit {
      report?.minimality = Certificate.noEventCanBeDropped.text
    }
    return report
  }

  /// The facts of a deadly trace.
  func describe(
    _ file: TraceFile, _ kind: FindingKind, _ detail: String
  ) throws -> DemandReport? {
    let job = child.job(spec.name, .describeDeadly(file), options)
    guard case .result(.minimized(let report)) = try child.run(job) else { return nil }
    return named(report, kind, detail, shrunkFrom: nil)
  }

  private func named(
    _ report: DemandReport, _ kind: FindingKind, _ detail: String, shrunkFrom: Int?
  ) -> DemandReport {
    var report = report
    report.kind = kind.rawValue
    let last = report.events.last.map { "\($0.kind.rawValue) \($0.text)" } ?? "the start"
    report.property =
      kind == .hang ? "did not return from \(last)" : "died in \(last)"
    report.reason = detail
    report.shrunkFrom = shrunkFrom
    return report
  }

  // MARK: Findings

  /// A counterexample that is not known is written to the findings, and the report says where.
  private func kept(_ demand: DemandReport) throws -> DemandReport {
    guard demand.verdict == .falsified, let trace = TraceFile(demand) else { return demand }
    var demand = SpecSession(spec: spec, known: known).marked(demand)
    if demand.known == nil {
      demand.file = try CorpusFolder(path: options.findings).add(trace)
    }
    return demand
  }
}
