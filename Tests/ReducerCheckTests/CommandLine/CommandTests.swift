import Foundation
import Testing

@testable import ReducerCheck

private func command(_ arguments: String..., in folder: URL) throws -> Subprocess {
  try Subprocess("reducer-check", arguments, in: folder)
}

@Suite struct `The command` {
  @Test(arguments: [
    (
      ["fuz"],
      "There is no command \"fuz\". Did you mean fuzz? There are: check, list, fuzz, explore, graph, replay, minimize, corpus add, corpus list, corpus remove, corpus replay, schema."
    ),
    (
      ["corpus", "ad"],
      "There is no command \"corpus ad\". Did you mean corpus add? There are: check, list, fuzz, explore, graph, replay, minimize, corpus add, corpus list, corpus remove, corpus replay, schema."
    ),
    (["list", "--sed", "3"], "list has no option --sed. It takes: --format, --help."),
    (["fuzz", "--walks"], "--walks needs a value: --walks N."),
    (["fuzz", "--walks", "0"], "--walks takes a whole number of at least 1, not 0."),
    (["fuzz", "--seed", "x"], "--seed takes a whole number, or random, not \"x\"."),
    (["fuzz", "--time", "soon"], "--time takes a time above 0, as 30, 30s or 5m, not \"soon\"."),
    (["fuzz", "--time", "0"], "--time takes a time above 0, as 30, 30s or 5m, not \"0\"."),
    (["fuzz", "--time", "inf"], "--time takes a time above 0, as 30, 30s or 5m, not \"inf\"."),
    (
      ["fuzz", "--patience", "-1"],
      "--patience takes a time above 0, as 30, 30s or 5m, not \"-1\"."
    ),
    (["fuzz", "--format", "xml"], "--format takes text or json, not \"xml\"."),
    (
      ["replay"],
      "replay needs a file: reducer-check replay FILE…. For example: reducer-check replay Findings/Contador/at-most-one-request-in-flight.json"
    ),
    (
      ["replay", "none.json"],
      "The file none.json cannot be read. Check the path; `corpus list` prints those of the corpus."
    ),
    (
      ["corpus", "add", "x.json"],
      "corpus add needs to know what the trace shows: --open for a known bug, --fixed for a repaired one."
    ),
    (
      ["corpus", "add", "x.json", "--open"],
      "corpus add needs a --reason \"…\": whoever meets the entry will ask."
    ),
    (
      ["corpus", "remove", "x.json"],
      "x.json is no entry of the corpus Corpus. `corpus list` prints them."
    ),
  ])
  func `names what was asked, what there is and the likest of it`(
    arguments: [String], message: String
  ) throws {
    try withTemporaryFolder { folder in
      let run = try Subprocess("reducer-check", arguments, in: folder)
      #expect(
        run.errors.replacingOccurrences(of: "swift run ", with: "") == "reducer-check: \(message)\n"
      )
      #expect(run.output == "")
      #expect(run.code == 2)
    }
  }

  @Test func `names the specs when one is asked for that is not there`() throws {
    try withTemporaryFolder { folder in
      let run = try command("fuzz", "Contadr", in: folder)
      #expect(
        run.errors.contains(
          "There is no spec \"Contadr\". Did you mean Contador? There are: Contador, "))
      #expect(run.code == 2)
    }
  }

  @Test func `has help with an example for each of its words`() throws {
    for verb in CommandVerb.all {
      let help = verb.help("reducer-check")
      #expect(help.contains("Example: reducer-check \(verb.example)"))
      let words = verb.example.split(separator: " ").map(String.init)
      #expect(try CommandVerb.parse(words).verb.name == verb.name)
    }
  }

  @Test func `prints what the README shows`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    let entry = "Corpus/Search/the-results-are-the-query-s.json"
    let run = try command("replay", entry, in: root)
    let shown = run.output.components(separatedBy: "\n\n").dropFirst().prefix(2)
      .joined(separator: "\n\n")
    #expect(shown.contains("4. resolve   searchClient.search(\"a\")"))
    #expect(readme.contains(shown))
  }

  @Test func `gives the same bytes of JSON for the same seed in two processes`() throws {
    try withTemporaryFolder { one in
      try withTemporaryFolder { two in
        let options = [
          "fuzz", "Contador", "Perfil001", "--walks", "60", "--seed", "7", "--format", "json",
        ]
        let first = try Subprocess("reducer-check", options, in: one)
        let second = try Subprocess("reducer-check", options, in: two)
        #expect(first.code == 1)
        #expect(first.output == second.output)
        let report = try JSONDecoder().decode(RunReport.self, from: Data(first.output.utf8))
        #expect(report.format == 1)
        let names = report.specs.flatMap { $0.properties.map(\.property) }
        #expect(names.contains("at most one request in flight"))
        #expect(report.specs[0].seed == 7)
      }
    }
  }

  @Test func `has a schema that names every key of a report`() throws {
    let schema = try JSONSerialization.jsonObject(with: Data(RunReport.schema.utf8))
    let definitions = ((schema as? [String: Any])?["$defs"] as? [String: Any]) ?? [:]
    func keys(_ name: String) -> Set<String> {
      let definition = definitions[name] as? [String: Any]
      return Set((definition?["properties"] as? [String: Any] ?? [:]).keys)
    }
    try withTemporaryFolder { folder in
      let run = try command("fuzz", "Perfil001", "--walks", "40", "--format", "json", in: folder)
      let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
      let spec = try #require((report?["specs"] as? [[String: Any]])?.first)
      #expect(Set(spec.keys).isSubset(of: keys("spec")))
      let demands =
        (spec["properties"] as? [[String: Any]] ?? [])
        + (spec["findings"] as? [[String: Any]] ?? [])
      #expect(demands.count == 3)
      for demand in demands {
        #expect(Set(demand.keys).isSubset(of: keys("demand")))
        for event in demand["events"] as? [[String: Any]] ?? [] {
          #expect(Set(event.keys).isSubset(of: keys("event")))
        }
      }
    }
  }
}

@Suite struct `A trace in a file` {
  private static let long = """
    {
      "format": 1, "spec": "Contador", "kind": "always", "start": 0,
      "property": "at most one request in flight",
      "events": [
        {"kind": "send", "text": "incrementar"},
        {"kind": "send", "text": "pedirDato"},
        {"kind": "resolve", "text": "\\"dato 1\\"", "outcome": 0,
         "address": {"startedBy": "pedirDato", "location": "", "ids": ["CancelID.peticion"],
                     "endpoint": "apiCliente.hecho", "text": "apiCliente.hecho(1)", "ordinal": 0}},
        {"kind": "send", "text": "pedirDato"},
        {"kind": "send", "text": "incrementar"},
        {"kind": "send", "text": "pedirDato"}
      ]
    }
    """

  @Test func `that a person wrote comes back minimal`() throws {
    try withTemporaryFolder { folder in
      try Data(Self.long.utf8).write(to: folder.appendingPathComponent("long.json"))
      let run = try command("minimize", "long.json", "-o", "short.json", in: folder)
      #expect(run.code == 0)
      let short = try TraceFile.read(folder.appendingPathComponent("short.json").path)
      #expect(short.events.map(\.text) == ["pedirDato", "pedirDato"])
      #expect(
        run.output.hasPrefix(
          "Contador: \"at most one request in flight\" fails after 2 events (shrunk from 6).\n"))
    }
  }

  @Test func `is written and read back the same, and looks as documented`() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("long.json").path
      try Data(Self.long.utf8).write(to: URL(fileURLWithPath: path))
      let trace = try TraceFile.read(path)
      try trace.write(to: path)
      #expect(try TraceFile.read(path) == trace)
    }
  }

  /// Changes one thing in a good entry and replays it.
  private func replay(_ change: (String) -> String) throws -> Subprocess {
    try withTemporaryFolder { folder in
      let entries = folder.appendingPathComponent("Corpus/Contador")
      try FileManager.default.createDirectory(at: entries, withIntermediateDirectories: true)
      let good = Self.long.replacingOccurrences(
        of: "\"start\": 0,", with: "\"start\": 0, \"status\": \"open\",")
      try Data(change(good).utf8).write(to: entries.appendingPathComponent("x.json"))
      return try command("corpus", "replay", in: folder)
    }
  }

  @Test func `that is in order is replayed`() throws {
    let run = try replay { $0 }
    #expect(
      run.output
        == "Contador: \"at most one request in flight\" fails, as this open entry says.\n1 corpus entry replayed.\n"
    )
    #expect(run.code == 0)
  }

  @Test func `that is truncated says so, and is stale`() throws {
    let run = try replay { String($0.prefix(200)) }
    #expect(
      run.output
        == "Corpus/Contador/x.json is not a complete trace (200 bytes read): the JSON ends early or is malformed. Restore it from version control, or remove it with `corpus remove` and find it again.\n1 corpus entry replayed.\n"
    )
    #expect(run.code == 1)
  }

  @Test func `of a newer format says so`() throws {
    let run = try replay { $0.replacingOccurrences(of: "\"format\": 1", with: "\"format\": 9") }
    #expect(
      run.output
        == "Corpus/Contador/x.json is of format 9, and this reducer-check reads formats up to 2. Update the package, or write the entry anew with `fuzz`.\n1 corpus entry replayed.\n"
    )
    #expect(run.code == 1)
  }

  @Test func `for a property that is gone names those that are there`() throws {
    let run = try replay { $0.replacingOccurrences(of: "at most one", with: "at most two") }
    #expect(
      run.output
        == "Corpus/Contador/x.json is stale: the spec Contador has no property always \"at most two request in flight\". It has: always \"cargando implies an in-flight effect\", always \"an in-flight effect implies cargando\", always \"at most one request in flight\", always \"when nothing is in flight, hecho is about cuenta, or nil\". Rename it in the file, or remove the entry with `corpus remove Corpus/Contador/x.json`.\n1 corpus entry replayed.\n"
    )
    #expect(run.code == 1)
  }

  @Test func `with an event that can no longer happen names it`() throws {
    let run = try replay {
      $0.replacingOccurrences(of: "apiCliente.hecho(1)", with: "apiCliente.hecho(5)")
    }
    #expect(
      run.output
        == "Corpus/Contador/x.json is stale: event 3, resolve apiCliente.hecho(5) → \"dato 1\", can no longer happen there. Find the bug anew with `fuzz Contador`, or remove the entry with `corpus remove Corpus/Contador/x.json`.\n1 corpus entry replayed.\n"
    )
    #expect(run.code == 1)
  }

  @Test func `of a spec that is gone names those that are there`() throws {
    let run = try replay { $0.replacingOccurrences(of: "\"Contador\"", with: "\"Contable\"") }
    #expect(
      run.output.hasPrefix(
        "Corpus/Contador/x.json is stale: there is no spec \"Contable\". There are: Contador, "))
    #expect(run.code == 1)
  }

  @Test func `that is fixed and fails again, or open and holds, is not as expected`() throws {
    let fixed = try replay { $0.replacingOccurrences(of: "\"open\"", with: "\"fixed\"") }
    #expect(
      fixed.output.hasPrefix(
        "Contador: \"at most one request in flight\" fails again, although Corpus/Contador/x.json says it was fixed.\n"
      ))
    #expect(fixed.code == 1)
    let open = try replay {
      $0.replacingOccurrences(
        of: "at most one request in flight", with: "cargando implies an in-flight effect")
    }
    #expect(
      open.output
        == "Contador: \"cargando implies an in-flight effect\" no longer fails in Corpus/Contador/x.json. If that was the repair, say so: corpus add Corpus/Contador/x.json --fixed --reason \"…\".\n1 corpus entry replayed.\n"
    )
    #expect(open.code == 1)
  }
}
