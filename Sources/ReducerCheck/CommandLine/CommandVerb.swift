/// What the command can do, with what each takes and an example.
struct CommandVerb: Sendable {
  let name: String
  let operands: String
  let summary: String
  let options: [CommandOption]
  let example: String

  private static let walking: [CommandOption] = [
    .seed, .walks, .time, .maxEvents, .maxInFlight, .corpus, .findings, .format, .strict,
    .patience, .help,
  ]

  static let check = CommandVerb(
    name: "check", operands: "",
    summary: "replay the corpus, then fuzz every spec briefly (what no command at all does)",
    options: walking, example: "check --walks 500")

  static let list = CommandVerb(
    name: "list", operands: "", summary: "the specs, with their properties and endpoints",
    options: [.format, .help], example: "list")

  static let fuzz = CommandVerb(
    name: "fuzz", operands: "[SPEC…]",
    summary: "random walks over a feature: actions, completion orders, failures, time",
    options: walking, example: "fuzz Contador --seed 7 --time 30s")

  static let explore = CommandVerb(
    name: "explore", operands: "[SPEC…]",
    summary: "every reachable configuration: a proof, or the shortest counterexample",
    options: [
      .maxDepth, .maxInFlight, .maxConfigurations, .maxVirtualTime, .searchTime, .maxMemory,
      .workers, .compact, .payloads, .lookAhead, .keepGoing, .checkpoint, .resume, .corpus,
      .findings, .format, .patience, .help,
    ], example: "explore Perfil002 --max-in-flight 2")

  static let graph = CommandVerb(
    name: "graph", operands: "SPEC",
    summary: "a picture of a spec's configurations, or of those around a trace",
    options: [
      .picture, .around, .maxDepth, .maxInFlight, .maxConfigurations, .lookAhead, .output,
      .patience, .help,
    ], example: "graph Perfil002 --max-in-flight 2 --as mermaid")

  static let replay = CommandVerb(
    name: "replay", operands: "FILE…", summary: "run traces again and say what they break",
    options: [.corpus, .format, .patience, .help],
    example: "replay Findings/Contador/at-most-one-request-in-flight.json")

  static let minimize = CommandVerb(
    name: "minimize", operands: "FILE",
    summary: "make a trace minimal, one that a person wrote or that was recorded",
    options: [.output, .corpus, .findings, .format, .patience, .help],
    example: "minimize long.json -o short.json")

  static let corpusAdd = CommandVerb(
    name: "corpus add", operands: "FILE",
    summary: "keep a trace, as a known bug (--open) or a repaired one (--fixed)",
    options: [.open, .fixed, .reason, .corpus, .format, .help],
    example: "corpus add Findings/Contador/x.json --open --reason \"see issue 12\"")

  static let corpusList = CommandVerb(
    name: "corpus list", operands: "", summary: "the entries of the corpus",
    options: [.corpus, .format, .help], example: "corpus list")

  static let corpusRemove = CommandVerb(
    name: "corpus remove", operands: "FILE…", summary: "remove entries from the corpus",
    options: [.corpus, .format, .help],
    example: "corpus remove Corpus/Contador/at-most-one-request-in-flight.json")

  static let corpusReplay = CommandVerb(
    name: "corpus replay", operands: "[SPEC…]",
    summary: "replay every entry: what CI does on each push",
    options: [.corpus, .format, .patience, .help], example: "corpus replay")

  static let schema = CommandVerb(
    name: "schema", operands: "", summary: "the JSON schema of --format json",
    options: [.format, .help], example: "schema")

  static let all: [CommandVerb] = [
    check, list, fuzz, explore, graph, replay, minimize, corpusAdd, corpusList, corpusRemove,
    corpusReplay,
    schema,
  ]

  /// The help of one verb.
  func help(_ command: String) -> String {
    var lines = ["\(command) \(name) \(operands)".trimmingTrailingSpaces, "  \(summary)", ""]
    for option in options {
      let left = option.value.map { "\(option.name) \($0)" } ?? option.name
      lines.append("  \(padded(left, 22)) \(option.help)")
    }
    return (lines + ["", "  Example: \(command) \(example)"]).joined(separator: "\n")
  }

  /// The help of the whole command.
  static func overview(_ command: String) -> String {
    var lines = ["usage: \(command) [COMMAND] [OPTIONS]", ""]
    for verb in all {
      lines.append(
        "  \(padded("\(verb.name) \(verb.operands)".trimmingTrailingSpaces, 24)) \(verb.summary)")
    }
    lines += [
      "", "  Each command has --help, with its options and an example.",
      "  Exit codes: 0 as expected, 1 a finding that the corpus does not know, 2 misuse,",
      "  3 a property of which nothing can be said (of explore; with --strict of all),",
      "  4 explore was stopped by time, memory or Ctrl-C before it had an answer.",
    ]
    return lines.joined(separator: "\n")
  }

  /// The verb that arguments begin with, and the rest of them.
  ///
  /// - Throws: ``UsageError`` for a word that is no command.
  static func parse(_ arguments: [String]) throws -> (verb: CommandVerb, rest: [String]) {
    guard let first = arguments.first, !first.hasPrefix("-") else { return (check, arguments) }
    let two = arguments.prefix(2).joined(separator: " ")
    if let verb = all.first(where: { $0.name == two }) {
      return (verb, Array(arguments.dropFirst(2)))
    }
    if let verb = all.first(where: { $0.name == first }) {
      return (verb, Array(arguments.dropFirst()))
    }
    let likest = likest(to: first == "corpus" ? two : first, among: all.map(\.name))
    throw UsageError(
      description: "There is no command \"\(first == "corpus" ? two : first)\"."
        + (likest.map { " Did you mean \($0)?" } ?? "") + " There are: "
        + all.map(\.name).joined(separator: ", ") + ".")
  }
}

extension String {
  fileprivate var trimmingTrailingSpaces: String {
    var text = self[...]
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
