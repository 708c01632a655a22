/// What the arguments of the command ask for.
struct CommandOptions {
  var seed = CommandOptions.defaultSeed
  var walks: Int?
  var seconds: Double?
  var maxEvents = FuzzLimits().events
  var maxInFlight: Int?
  var format = OutputFormat.text
  var corpus = "Corpus"
  var findings = "Findings"
  var isStrict = false
  var output: String?
  var reason: String?
  var status: TraceFile.Status?
  var patience = 10.0
  var exploration = ExplorationLimits()
  var checkpoints = CheckpointFiles()
  var picture = PictureFormat.dot
  var around: String?
  var wantsHelp = false
  /// What is not an option: specs or files.
  var operands: [String] = []

  /// The same for everybody, so that everybody sees the same.
  static let defaultSeed: UInt64 = 1

  /// Walks a spec, where neither walks nor time are given.
  static let fuzzWalks = 2_000
  /// The same for the command without arguments, which is to be brief.
  static let checkWalks = 500

  enum OutputFormat: String { case text, json }
  enum PictureFormat: String { case dot, mermaid, json }

  var showsProgress: Bool { format == .text && Console.isTerminal }
}

/// Arguments that cannot be understood, and what would be.
struct UsageError: Error, CustomStringConvertible {
  let description: String
}

/// One option of a command.
struct CommandOption: Sendable {
  let name: String
  /// What its value is called in the help; nil for a flag.
  let value: String?
  let help: String
  let take: @Sendable (inout CommandOptions, String) throws -> Void

  static let seed = CommandOption(
    name: "--seed", value: "N|random",
    help: "the seed of all random choices (default \(CommandOptions.defaultSeed))"
  ) { options, text in
    if text == "random" {
      options.seed = .random(in: 0...999_999)
    } else {
      options.seed = try number(text, "--seed", "a whole number, or random")
    }
  }

  static let walks = CommandOption(
    name: "--walks", value: "N", help: "walks a spec at most (default 2,000; 500 for check)"
  ) { options, text in options.walks = try positive(text, "--walks") }

  static let time = CommandOption(
    name: "--time", value: "SECONDS", help: "time a spec at most, instead of walks: 30, 30s, 5m"
  ) { options, text in options.seconds = try duration(text, "--time") }

  static let maxEvents = CommandOption(
    name: "--max-events", value: "N", help: "events in a walk at most (default 50)"
  ) { options, text in options.maxEvents = try positive(text, "--max-events") }

  static let maxInFlight = CommandOption(
    name: "--max-in-flight", value: "N",
    help: "effects in flight at most (default: the spec's limit, or 6)"
  ) { options, text in options.maxInFlight = try positive(text, "--max-in-flight") }

  static let format = CommandOption(
    name: "--format", value: "text|json", help: "how results are printed (default text)"
  ) { options, text in
    guard let format = CommandOptions.OutputFormat(rawValue: text) else {
      throw UsageError(description: "--format takes text or json, not \"\(text)\".")
    }
    options.format = format
  }

  static let corpus = CommandOption(
    name: "--corpus", value: "FOLDER", help: "the folder of known traces (default Corpus)"
  ) { options, text in options.corpus = text }

  static let findings = CommandOption(
    name: "--findings", value: "FOLDER",
    help: "the folder that new counterexamples are written to (default Findings)"
  ) { options, text in options.findings = text }

  static let strict = CommandOption(
    name: "--strict", value: nil, help: "exit with 3 when a .reachable property was not reached"
  ) { options, _ in options.isStrict = true }

  static let patience = CommandOption(
    name: "--patience", value: "SECONDS",
    help: "how long one step of a feature may take before it counts as a hang (default 10)"
  ) { options, text in options.patience = try duration(text, "--patience") }

  static let output = CommandOption(
    name: "-o", value: "FILE", help: "the file to write to (default: beside the other findings)"
  ) { options, text in options.output = text }

  static let reason = CommandOption(
    name: "--reason", value: "TEXT", help: "why the trace is in the corpus"
  ) { options, text in options.reason = text }

  static let open = CommandOption(
    name: "--open", value: nil, help: "the bug is known and not repaired: the trace fails"
  ) { options, _ in options.status = .open }

  static let fixed = CommandOption(
    name: "--fixed", value: nil, help: "the bug is repaired: the trace must not fail again"
  ) { options, _ in options.status = .fixed }

  static let maxDepth = CommandOption(
    name: "--max-depth", value: "N", help: "events from an initial configuration at most"
  ) { options, text in options.exploration.depth = try limit(text, "--max-depth") }

  static let maxConfigurations = CommandOption(
    name: "--max-configurations", value: "N", help: "configurations at most"
  ) { options, text in
    options.exploration.configurations = try limit(text, "--max-configurations")
  }

  static let maxVirtualTime = CommandOption(
    name: "--max-virtual-time", value: "SECONDS", help: "virtual time since the start at most"
  ) { options, text in
    options.exploration.virtualTime = .seconds(try duration(text, "--max-virtual-time"))
  }

  static let searchTime = CommandOption(
    name: "--time", value: "SECONDS", help: "wall time a spec at most: 30, 30s, 5m"
  ) { options, text in options.exploration.seconds = try duration(text, "--time") }

  static let maxMemory = CommandOption(
    name: "--max-memory", value: "SIZE",
    help: "memory of the process at most: 500M, 4G (default 80 % of what there is)"
  ) { options, text in options.exploration.memory = try size(text, "--max-memory") }

  static let workers = CommandOption(
    name: "--workers", value: "N", help: "threads that search (default: all cores)"
  ) { options, text in options.exploration.workers = try positive(text, "--workers") }

  static let compact = CommandOption(
    name: "--compact", value: nil,
    help: "keep 64-bit fingerprints only; the odds of a missed configuration are said"
  ) { options, _ in options.exploration.isCompact = true }

  static let payloads = CommandOption(
    name: "--payloads", value: "N",
    help: "payloads of a case that has too many to send them all (default 3)"
  ) { options, text in options.exploration.payloads = try positive(text, "--payloads") }

  static let lookAhead = CommandOption(
    name: "--look-ahead", value: "CALLS",
    help: "merge endless effects that look alike for so many calls; audited, and never a proof"
  ) { options, text in options.exploration.lookAhead = try positive(text, "--look-ahead") }

  static let checkpoint = CommandOption(
    name: "--checkpoint", value: "FILE",
    help: "where to keep how far the search is when it stops, and every two minutes"
  ) { options, text in options.checkpoints.checkpoint = text }

  static let resume = CommandOption(
    name: "--resume", value: "FILE", help: "go on from a checkpoint"
  ) { options, text in options.checkpoints.resume = text }

  static let picture = CommandOption(
    name: "--as", value: "dot|mermaid|json", help: "the language of the picture (default dot)"
  ) { options, text in
    guard let format = CommandOptions.PictureFormat(rawValue: text) else {
      throw UsageError(description: "--as takes dot, mermaid or json, not \"\(text)\".")
    }
    options.picture = format
  }

  static let around = CommandOption(
    name: "--around", value: "FILE", help: "only the part around a trace, which is marked"
  ) { options, text in options.around = text }

  static let keepGoing = CommandOption(
    name: "--keep-going", value: nil, help: "search on when every property is decided"
  ) { options, _ in options.exploration.keepsGoing = true }

  static let help = CommandOption(name: "--help", value: nil, help: "this help") { options, _ in
    options.wantsHelp = true
  }
}

extension CommandOptions {
  /// Takes arguments apart.
  ///
  /// - Throws: ``UsageError`` that names what was given, what there is, and the likest of it.
  init(_ arguments: [String], of verb: CommandVerb) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-") && argument != "-" else {
        operands.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      let name = parts[0] == "-h" ? "--help" : parts[0]
      guard let option = verb.options.first(where: { $0.name == name }) else {
        throw Self.unknown(name, verb)
      }
      guard let what = option.value else {
        try option.take(&self, "")
        continue
      }
      guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
        throw UsageError(description: "\(name) needs a value: \(name) \(what).")
      }
      try option.take(&self, value)
    }
  }

  private static func unknown(_ name: String, _ verb: CommandVerb) -> UsageError {
    let names = verb.options.map(\.name)
    let likest = likest(to: name, among: names).map { " Did you mean \($0)?" } ?? ""
    return UsageError(
      description: "\(verb.name) has no option \(name).\(likest) It takes: "
        + names.joined(separator: ", ") + ".")
  }
}

/// The name that is likest to what was typed; nil where none is near.
func likest(to typed: String, among names: [String]) -> String? {
  let ranked = names.map { ($0, distance(typed.lowercased(), $0.lowercased())) }
  guard let best = ranked.min(by: { $0.1 < $1.1 }), best.1 <= max(2, typed.count / 3) else {
    return nil
  }
  return best.0
}

/// The edit distance of two texts (Levenshtein, 1965).
private func distance(_ one: String, _ two: String) -> Int {
  let (one, two) = (Array(one), Array(two))
  var row = Array(0...two.count)
  for (i, a) in one.enumerated() {
    var previous = row[0]
    row[0] = i + 1
    for (j, b) in two.enumerated() {
      let cost = min(row[j + 1] + 1, row[j] + 1, previous + (a == b ? 0 : 1))
      previous = row[j + 1]
      row[j + 1] = cost
    }
  }
  return row[two.count]
}
