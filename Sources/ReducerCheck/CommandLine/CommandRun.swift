import Foundation

/// One run of the command.
struct CommandRun {
  let name: String
  let specs: [AnySpec]
  let options: CommandOptions

  private var corpus: CorpusFolder { CorpusFolder(path: options.corpus) }

  /// Refuses a folder that was named and is not there: that none of its entries fails says nothing.
  private func checkCorpus() throws {
    guard options.corpus != CommandOptions().corpus,
      !FileManager.default.fileExists(atPath: options.corpus)
    else { return }
    throw UsageError(
      description: "There is no folder \(options.corpus). Check --corpus; without it the folder is "
        + "\(CommandOptions().corpus).")
  }

  func perform(_ verb: CommandVerb) throws -> Int32 {
    switch verb.name {
    case "list": return try list()
    case "fuzz": return try walk("fuzz", over: named(options.operands), replaying: false)
    case "explore": return try explore(verb)
    case "graph": return try draw(verb)
    case "replay": return try replay("replay", files(options.operands, verb))
    case "minimize": return try minimize(files(options.operands, verb))
    case "corpus add": return try add(files(options.operands, verb))
    case "corpus list":
      try checkCorpus()
      return try listCorpus()
    case "corpus remove": return try remove(files(options.operands, verb))
    case "corpus replay":
      try checkCorpus()
      let specs = options.operands.isEmpty ? nil : try named(options.operands).map(\.name)
      return try replay("corpus replay", corpus.files(of: specs))
    case "schema":
      Console.print(RunReport.schema)
      return 0
    default:
      if let operand = options.operands.first {
        throw UsageError(description: "check takes no operands, not \"\(operand)\".")
      }
      return try walk("check", over: specs, replaying: true)
    }
  }

  // MARK: Operands

  /// The specs of these names; all of them where none is named.
  private func named(_ names: [String]) throws -> [AnySpec] {
    guard !specs.isEmpty else {
      throw UsageError(
        description: "This executable was handed no specs. Pass them to "
          + "ReducerCheckCommand.main(first, second).")
    }
    return try names.isEmpty ? specs : names.map(spec)
  }

  func spec(_ name: String) throws -> AnySpec {
    if let spec = specs.first(where: { $0.name == name }) { return spec }
    let near = likest(to: name, among: specs.map(\.name)).map { " Did you mean \($0)?" } ?? ""
    throw UsageError(
      description: "There is no spec \"\(name)\".\(near) There are: "
        + specs.map(\.name).joined(separator: ", ") + ".")
  }

  private func files(_ operands: [String], _ verb: CommandVerb) throws -> [String] {
    guard !operands.isEmpty else {
      throw UsageError(
        description:
          "\(verb.name) needs a file: \(name) \(verb.name) \(verb.operands). For example: "
          + "\(name) \(verb.example)")
    }
    return operands
  }

  // MARK: Fuzzing

  private func explore(_ verb: CommandVerb) throws -> Int32 {
    let chosen = try named(options.operands)
    let files = options.checkpoints
    if let file = files.resume ?? files.checkpoint, chosen.count != 1 {
      throw UsageError(
        description: "A checkpoint is of one spec, and \(chosen.count) are to be searched. For "
          + "example: \(name) explore \(chosen[0].name) "
          + "\(files.resume == nil ? "--checkpoint" : "--resume") \(file)")
    }
    return try walk("explore", over: chosen, replaying: false)
  }

  private func walk(_ command: String, over chosen: [AnySpec], replaying: Bool) throws -> Int32 {
    Interrupts.watch()
    var report = RunReport(command: command)
    let child = try ChildProcess()
    defer { child.clean() }
    if replaying {
      report.corpus = try corpus.files().map { try replayed($0, child) }
      if options.format == .text {
        for entry in report.corpus { printEntry(entry) }
      }
    }
    let known = corpus.files().compactMap { file in
      (try? TraceFile.read(file)).map { (file: file, trace: $0) }
    }
    for spec in chosen where !Interrupts.happened {
      let walker = SpecWalk(
        spec: spec, child: child, options: options, known: known,
        defaultWalks: replaying ? CommandOptions.checkWalks : CommandOptions.fuzzWalks)
      let result = try command == "explore" ? walker.explore() : walker.run()
      report.specs.append(result)
      if options.format == .text { Console.print(TextFormat(command: name).text(result)) }
    }
    report.isInterrupted = Interrupts.happened
    if options.format == .json { try printJSON(report) } else { printTotal(report) }
    return exitCode(of: report)
  }

  private func exitCode(of report: RunReport) -> Int32 {
    let demands = report.specs.flatMap { $0.properties + $0.findings }
    if report.specs.contains(where: { $0.error != nil }) { return 2 }
    let isNew = demands.contains { $0.verdict == .falsified && $0.known == nil }
    if isNew || report.corpus.contains(where: { $0.outcome != .asExpected }) { return 1 }
    if report.specs.contains(where: { $0.exploration?.stop?.isPremature ?? false }) { return 4 }
    let isOpen = demands.contains { $0.verdict == .inconclusive }
    return isOpen && (options.isStrict || report.command == "explore") ? 3 : 0
  }

  private func printTotal(_ report: RunReport) {
    let demands = report.specs.flatMap { $0.properties + $0.findings }
    let broken = demands.filter { $0.verdict == .falsified }
    let known = broken.count { $0.known != nil }
    var parts = [
      "\(report.specs.count) spec\(report.specs.count == 1 ? "" : "s")",
      "\(broken.count - known) new finding\(broken.count - known == 1 ? "" : "s")",
      "\(known) known",
    ]
    if !report.corpus.isEmpty { parts.append("\(entries(report.corpus.count)) replayed") }
    if report.isInterrupted { parts.append("interrupted") }
    Console.print(parts.joined(separator: ", ") + ".")
  }

  private func entries(_ count: Int) -> String {
    "\(count) corpus entr\(count == 1 ? "y" : "ies")"
  }

  private func printJSON<Value: Encodable>(_ value: Value) throws {
    Console.print(String(decoding: try JSONEncoder.stable.encode(value), as: UTF8.self))
  }

  // MARK: Replaying

  private func replay(_ command: String, _ files: [String]) throws -> Int32 {
    let child = try ChildProcess()
    defer { child.clean() }
    let isCorpus = command == "corpus replay"
    var report = RunReport(command: command)
    report.corpus = try files.map { try replayed($0, child, throwing: !isCorpus) }
    if options.format == .json {
      try printJSON(report)
    } else {
      for entry in report.corpus { printEntry(entry, showing: !isCorpus) }
      if isCorpus { Console.print("\(entries(report.corpus.count)) replayed.") }
    }
    return report.corpus.allSatisfy { $0.outcome == .asExpected } ? 0 : 1
  }

  private func replayed(
    _ file: String, _ child: ChildProcess, throwing: Bool = false
  ) throws -> EntryReport {
    do {
      var trace = try TraceFile.read(file)
      guard let spec = specs.first(where: { $0.name == trace.spec }) else {
        throw TraceFileError(
          description: "\(file) is stale: there is no spec \"\(trace.spec)\". There are: "
            + specs.map(\.name).joined(separator: ", ") + ".")
      }
      try recover(&trace, spec, child)
      let job = child.job(trace.spec, .replay(trace, name: file), options)
      switch try child.run(job) {
      case .result(.replayed(var report)):
        report.demand?.file = file
        return report
      case .result(.failed(let message)): throw TraceFileError(description: message)
      case .result: throw TraceFileError(description: "Internal error: another job's result.")
      case .died(let kind, let detail, _):
        let walk = SpecWalk(spec: spec, child: child, options: options, known: [])
        let died = trace.kind == kind.rawValue
        if died, var demand = try walk.describe(trace, kind, detail) {
          demand.file = file
          return SpecSession(spec: spec).verdict(on: trace, named: file, demand)
        }
        throw TraceFileError(
          description: "\(file): the process died while replaying (\(kind.rawValue): \(detail))"
            + (died ? ", and not of the last event of the trace. `minimize` it anew." : "."))
      }
    } catch let error as TraceFileError where !throwing {
      return EntryReport(file: file, outcome: .stale, message: error.description, demand: nil)
    }
  }

  /// Finds the events again of a trace that a dying process could not write down.
  private func recover(_ trace: inout TraceFile, _ spec: AnySpec, _ child: ChildProcess) throws {
    guard let death = trace.death else { return }
    var options = options
    options.maxEvents = death.maxEvents
    let work = Job.Work.traceToDeath(
      seed: trace.seed ?? 0, walks: death.walks, event: death.event, probing: false)
    guard case .result(.minimized(let report)) = try child.run(child.job(spec.name, work, options))
    else {
      throw TraceFileError(
        description: "The events that led to the death of \(spec.name) cannot be found again. Has "
          + "the feature or the spec changed since?")
    }
    trace.events = report.events.map(\.stored)
    trace.start = report.start
    trace.death = nil
  }

  private func printEntry(_ entry: EntryReport, showing: Bool = false) {
    Console.print(entry.message)
    if let demand = entry.demand, showing || entry.outcome == .failsAgain {
      var demand = demand
      demand.file = nil
      Console.print("\n" + TextFormat(command: name).text(demand))
    }
  }

  private func minimize(_ files: [String]) throws -> Int32 {
    let file = files[0]
    var trace = try TraceFile.read(file)
    let spec = try spec(trace.spec)
    let child = try ChildProcess()
    defer { child.clean() }
    try recover(&trace, spec, child)
    let job = child.job(trace.spec, .minimize(trace, name: file), options)
    var demand: DemandReport
    switch try child.run(job) {
    case .result(.minimized(let report)): demand = report
    case .result(.failed(let message)): throw TraceFileError(description: message)
    case .result: throw TraceFileError(description: "Internal error: another job's result.")
    case .died(let kind, let detail, _):
      let walk = SpecWalk(spec: spec, child: child, options: options, known: [])
      guard let report = try walk.minimizeDeadly(trace, kind, detail) else {
        throw TraceFileError(description: "\(file): the process died (\(detail)).")
      }
      demand = report
    }
    guard var minimal = TraceFile(demand) else { return 2 }
    minimal.status = trace.status
    minimal.reason = trace.reason
    let target = options.output
    if let target {
      try minimal.write(to: target)
      demand.file = target
    } else {
      demand.file = try CorpusFolder(path: options.findings).add(minimal)
    }
    if options.format == .json {
      try printJSON(demand)
    } else {
      Console.print(TextFormat(command: name).text(demand))
    }
    return 0
  }

  // MARK: The corpus

  private func add(_ files: [String]) throws -> Int32 {
    guard let status = options.status else {
      throw UsageError(
        description: "corpus add needs to know what the trace shows: --open for a known bug, "
          + "--fixed for a repaired one.")
    }
    guard let reason = options.reason, !reason.isEmpty else {
      throw UsageError(
        description: "corpus add needs a --reason \"…\": whoever meets the entry will ask.")
    }
    let child = try ChildProcess()
    defer { child.clean() }
    for file in files {
      var trace = try TraceFile.read(file)
      // An entry holds its events: walks are others as soon as the feature changes.
      try recover(&trace, spec(trace.spec), child)
      let fails = try replayed(file, child, throwing: true).demand != nil
      if fails != (status == .open) {
        throw UsageError(
          description: fails
            ? "\(file) still fails, so it is not fixed. Keep it with --open until it is repaired."
            : "\(file) does not fail, so the bug is not open. Keep it with --fixed.")
      }
      trace.status = status
      trace.reason = reason
      Console.print(try corpus.add(trace))
    }
    return 0
  }

  private func listCorpus() throws -> Int32 {
    let entries = corpus.files().map { file in
      (file, Result { try TraceFile.read(file) })
    }
    if options.format == .json {
      try printJSON(try entries.map { try $0.1.get() })
      return 0
    }
    if entries.isEmpty { Console.print("The corpus \(options.corpus) is empty.") }
    for (file, entry) in entries {
      switch entry {
      case .success(let trace):
        Console.print(
          "\(padded(trace.status?.rawValue ?? "?", 6)) \(file)  \(trace.property)"
            + (trace.reason.map { "  (\($0))" } ?? ""))
      case .failure(let error): Console.print("stale  \(error)")
      }
    }
    return 0
  }

  private func remove(_ files: [String]) throws -> Int32 {
    let known = corpus.files()
    for file in files {
      guard known.contains(where: { samePath($0, file) }) else {
        throw UsageError(
          description: "\(file) is no entry of the corpus \(options.corpus). `corpus list` prints "
            + "them.")
      }
      try FileManager.default.removeItem(atPath: file)
      Console.print("removed \(file)")
    }
    return 0
  }

  // MARK: The list

  private func list() throws -> Int32 {
    let summaries = specs.map(SpecSummary.init)
    if options.format == .json {
      try printJSON(summaries)
    } else {
      for summary in summaries { Console.print(summary.text) }
    }
    return 0
  }
}

/// A spec in short.
struct SpecSummary: Encodable {
  let spec: String
  let properties: [Property]
  let endpoints: [String]

  struct Property: Encodable {
    let kind: String
    let property: String
  }

  init(_ spec: AnySpec) {
    self.spec = spec.name
    properties = spec.properties.map { Property(kind: $0.kind.rawValue, property: $0.name) }
    endpoints = spec.endpoints.map(\.name)
  }

  var text: String {
    let properties = properties.map { "  \(padded($0.kind, 10)) \($0.property)" }
    let endpoints = endpoints.map { "  endpoint   \($0)" }
    return ([spec] + properties + endpoints).joined(separator: "\n") + "\n"
  }
}

/// Whether two paths name one file.
func samePath(_ one: String, _ two: String) -> Bool {
  URL(fileURLWithPath: one).standardizedFileURL == URL(fileURLWithPath: two).standardizedFileURL
}
