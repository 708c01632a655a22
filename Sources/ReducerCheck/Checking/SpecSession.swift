/// What can be asked of a spec: fuzz it, replay a trace, make a trace minimal.
///
/// Everything happens in this process, on a thread of its own.
struct SpecSession {
  let spec: AnySpec
  /// The traces that are known, to tell what is new.
  var known: [(file: String, trace: TraceFile)] = []
  var journal = Journal()

  /// Fuzzes the spec.
  ///
  /// - Parameter note: Says where the trace is, should the process die.
  func fuzz(
    seed: UInt64, limits: FuzzLimits, shrinks: Bool = true, noting note: CrashNote? = nil,
    until isOver: @escaping (_ walks: Int, _ events: Int) -> Bool = { _, _ in false }
  ) -> SpecReport {
    do {
      return try onHarnessThread {
        let run = try SpecRun(spec, inFlight: limits.inFlight, journal: journal)
        let fuzz = { run.fuzz(seed: seed, limits: limits, shrinks: shrinks, until: isOver) }
        let outcome = note.map { $0.watch(fuzz) } ?? fuzz()
        return run.machine.perform { marked(Reporter(run: run).report(outcome)) }
      }
    } catch {
      var report = SpecReport(spec: spec.name, seed: seed)
      report.error = "\(error)"
      return report
    }
  }

  /// A report in which the counterexamples that are known say so.
  func marked(_ report: SpecReport) -> SpecReport {
    var report = report
    report.properties = report.properties.map(marked)
    report.findings = report.findings.map(marked)
    return report
  }

  func marked(_ demand: DemandReport) -> DemandReport {
    guard demand.verdict == .falsified, let trace = TraceFile(demand) else { return demand }
    var demand = demand
    demand.known =
      known.first { $0.trace.status == .open && $0.trace.isSameBug(as: trace) }?.file
    return demand
  }

  // MARK: Traces from files

  /// Replays the entry in a file.
  func replay(_ path: String) -> EntryReport {
    do {
      return replay(try TraceFile.read(path), named: path)
    } catch {
      return EntryReport(file: path, outcome: .stale, message: "\(error)", demand: nil)
    }
  }

  /// Replays an entry and says whether it behaves as it should.
  func replay(_ file: TraceFile, named name: String) -> EntryReport {
    do {
      return try onHarnessThread {
        let run = try SpecRun(spec, journal: journal)
        return try run.machine.perform { try replay(file, named: name, run) }
      }
    } catch {
      return EntryReport(file: name, outcome: .stale, message: "\(error)", demand: nil)
    }
  }

  private func replay(
    _ file: TraceFile, named name: String, _ run: SpecRun
  ) throws -> EntryReport {
    try check(file, named: name, run)
    let (trace, notes, differences) = try trace(of: file, named: name, run)
    let runner = TraceRunner(machine: run.machine)
    let result =
      file.cycle.map { runner.run(trace, repeating: $0, against: file.demand) }
      ?? runner.run(trace, until: file.isRecording ? nil : file.demand, exactly: true)
    if let missing = result.missing {
      let event = trace.events[missing]
      throw TraceFileError(
        description: "\(name) is stale: event \(missing + 1), \(event.kind.rawValue) "
          + "\(event.subject), can no longer happen there. Find the bug anew with `fuzz "
          + "\(spec.name)`, or remove the entry with `corpus remove \(name)`.")
    }
    var demand = result.violation.map {
      Reporter(run: run).demand(
        Trace(start: file.start, events: result.events), $0, seed: file.seed ?? 0)
    }
    demand?.cycle = file.cycle
    var report = verdict(on: file, named: name, demand)
    // What did not happen again shows nothing of what did.
    if demand == nil && !differences.isEmpty { report.outcome = .stale }
    report.message = ([report.message] + differences + notes).joined(separator: " ")
    return report
  }

  /// The trace in a file; of a recording, one that leads to the actions that were recorded.
  private func trace(
    of file: TraceFile, named name: String, _ run: SpecRun
  ) throws -> (trace: Trace, notes: [String], differences: [String]) {
    guard file.isRecording else {
      return (Trace(start: file.start, events: file.events.map(\.traceEvent)), [], [])
    }
    var reading = RecordingReader(file, named: name, run.machine)
    return try reading.read()
  }

  /// Checks that a file's property and initial state are still there.
  private func check(_ file: TraceFile, named name: String, _ run: SpecRun) throws {
    if let problem = file.problem {
      throw TraceFileError(
        description: "\(name) is no trace: \(problem) Find it anew with `explore \(spec.name)`.")
    }
    if file.death != nil {
      throw TraceFileError(
        description: "\(name) does not hold the events that the process died of, only how to find "
          + "them again. Replay it with `corpus replay`, or add it to the corpus anew with `corpus "
          + "add`.")
    }
    if file.cycle != nil, PropertyKind(rawValue: file.kind)?.isLiveness != true {
      throw TraceFileError(
        description: "\(name) is no trace: its last events repeat for ever, which breaks only what "
          + "is to come in the end (eventually, leadsTo), and it is to break \(file.kind) "
          + "\"\(file.property)\". Take the field \"cycle\" out of it.")
    }
    guard run.model.initialStates.indices.contains(file.start) else {
      throw TraceFileError(
        description: "\(name) is stale: it starts from initial state \(file.start), and "
          + "\(spec.name) has \(run.model.initialStates.count).")
    }
    let initial = run.model.initialStates[file.start]
    if let recorded = file.state, recorded != stateDigest(initial.any) {
      throw TraceFileError(
        description: "\(name): the store did not begin with initial state \(file.start) of "
          + "\(spec.name), which is \(describe(initial.any)). Give the spec the State that the "
          + "store began with, and the recorder its place: StoreRecorder(of: spec, start: …).")
    }
    if file.isRecording || FindingKind(rawValue: file.kind) != nil { return }
    let names = run.model.properties.map { "\($0.kind.rawValue) \"\($0.name)\"" }
    guard names.contains("\(file.kind) \"\(file.property)\"") else {
      throw TraceFileError(
        description: "\(name) is stale: the spec \(spec.name) has no property \(file.kind) "
          + "\"\(file.property)\". It has: \(names.joined(separator: ", ")). Rename it in the "
          + "file, or remove the entry with `corpus remove \(name)`.")
    }
  }

  func verdict(on file: TraceFile, named name: String, _ demand: DemandReport?) -> EntryReport {
    if file.isRecording {
      let outcome: EntryReport.Outcome =
        switch (file.status, demand) {
        case (.open, nil): .noLongerFails
        case (.open, _), (_, nil): .asExpected
        case (.fixed, _), (nil, _): .failsAgain
        }
      return EntryReport(
        file: name, outcome: outcome,
        message: "\(spec.name): the recording "
          + (demand.map { "breaks \"\($0.property)\"." } ?? "breaks nothing."), demand: demand)
    }
    let what = "\(spec.name): \"\(file.property)\""
    let (outcome, message): (EntryReport.Outcome, String) =
      switch (file.status, demand) {
      case (.fixed, nil): (.asExpected, "\(what) holds, as this fixed entry says.")
      case (.fixed, _): (.failsAgain, "\(what) fails again, although \(name) says it was fixed.")
      case (.open, nil):
        (
          .noLongerFails,
          "\(what) no longer fails in \(name). If that was the repair, say so: corpus add \(name) "
            + "--fixed --reason \"…\"."
        )
      case (.open, _): (.asExpected, "\(what) fails, as this open entry says.")
      case (nil, nil): (.noLongerFails, "\(what) holds: the trace does not break it.")
      case (nil, _): (.failsAgain, "\(what) fails.")
      }
    return EntryReport(file: name, outcome: outcome, message: message, demand: demand)
  }

  /// The minimal trace that breaks what this one does.
  ///
  /// - Throws: ``TraceFileError`` where the trace breaks nothing.
  func minimize(_ file: TraceFile, named name: String) throws -> DemandReport {
    try onHarnessThread {
      let run = try SpecRun(spec, journal: journal)
      return try run.machine.perform {
        try check(file, named: name, run)
        if file.cycle != nil {
          throw TraceFileError(
            description: "\(name) goes round for ever, and only a trace that ends can be made "
              + "minimal. `explore \(spec.name)` finds a short one.")
        }
        let (trace, notes, differences) = try trace(of: file, named: name, run)
        let runner = TraceRunner(machine: run.machine)
        let first = runner.run(trace, until: file.isRecording ? nil : file.demand)
        guard let violation = first.violation,
          let found = run.counterexample(
            Trace(start: file.start, events: first.events), violation, seed: file.seed ?? 0)
        else {
          throw TraceFileError(
            description: "\(name) \(file.lacks): \(first.events.count) of "
              + "its \(trace.events.count) events took place and nothing was broken. There is "
              + "nothing to make minimal.")
        }
        var report = Reporter(run: run).demand(found)
        report.shrunkFrom = file.events.count
        let remarks = differences + notes
        if !remarks.isEmpty {
          report.reason = ([report.reason].compactMap(\.self) + remarks).joined(separator: " ")
        }
        return report
      }
    }
  }

  // MARK: After a crash

  /// Names the events that led up to a process's death, the deadly one last and not taken.
  func traceToDeath(
    seed: UInt64, limits: FuzzLimits, event: UInt64, probing: Bool
  ) throws -> DemandReport {
    try onHarnessThread {
      let run = try SpecRun(spec, inFlight: limits.inFlight, probes: !probing)
      return try run.machine.perform {
        let fuzzer = Fuzzer(
          run.machine, seed: probing ? SpecRun.probe.seed : seed,
          limits: probing ? SpecRun.probe.limits : limits, stoppingBefore: event)
        fuzzer.run()
        let runner = TraceRunner(machine: run.machine)
        guard let path = fuzzer.lastPath else {
          throw TraceFileError(
            description: "The walk in which \(spec.name) died does not come to event \(event) any "
              + "more. Has the feature or the spec changed since?")
        }
        return Reporter(run: run).deadly(runner.trace(of: path, lastUntaken: true), seed: seed)
      }
    }
  }

  /// The facts of a trace whose last event is deadly, which is therefore not taken.
  func describeDeadly(_ file: TraceFile) throws -> DemandReport {
    try onHarnessThread {
      let run = try SpecRun(spec, probes: false)
      return run.machine.perform {
        Reporter(run: run).deadly(
          Trace(start: file.start, events: file.events.map(\.traceEvent)), seed: file.seed ?? 0)
      }
    }
  }
}

extension Reporter {
  /// The facts of a trace up to its last event, of which only the name is known.
  func deadly(_ trace: Trace, seed: UInt64) -> DemandReport {
    var before = trace
    let last = before.events.popLast()
    var report = demand(
      before, Violation(property: nil, name: "", kind: FindingKind.trap.rawValue, reason: nil),
      seed: seed)
    if let last {
      report.events.append(
        EventReport(kind: last.kind, text: last.subject, stored: StoredEvent(last)))
    }
    report.length = report.events.count
    report.inFlight = []
    report.signature = trace.signature
    return report
  }
}
