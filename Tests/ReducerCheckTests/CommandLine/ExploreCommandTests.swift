import Foundation
import Testing

/// What `explore` prints, without how long it took, how much it kept and how many worked on it, and its exit code.
private func explore(
  _ executable: String = "reducer-check", _ arguments: String...
) throws -> (output: String, code: Int32) {
  try withTemporaryFolder { folder in
    let run = try Subprocess(executable, ["explore"] + arguments, in: folder)
    let output = (run.output + run.errors)
      .replacing(#/ in [0-9.]+ s, [0-9,]+ bytes a configuration, [0-9]+ workers?/#, with: "")
      .replacing("swift run ", with: "")
    return (output, run.code)
  }
}

@Suite(.serialized) struct `The command explores` {
  @Test func `and proves what it can`() throws {
    let (output, code) = try explore("reducer-check", "CatchUpRepaired")
    #expect(
      output == """
        CatchUpRepaired: all 38 configurations, up to 7 events deep; 59 steps.
          proved       caught up and no event on its way implies the server's messages (its premise held 6 of 38 times)
          actions (sent/changed something/by effects): event 0/0/20, parsed 0/0/14, open 3/3/0
          outcomes: chat.fetch → [1] 6, chat.fetch → [1, 2] 5, chat.fetch → [1, 2, 3] 3
          values: messages 4, isCaughtUp 2, isOpen 2, buffer 3

        1 spec, 0 new findings, 0 known.

        """)
    #expect(code == 0)
  }

  @Test func `and names what limited it`() throws {
    let (output, code) = try explore(
      "reducer-check", "Perfil002", "--max-in-flight", "2", "--keep-going")
    #expect(
      output == """
        Perfil002: "an in-flight effect implies cargando" fails after 3 events.

          1. send      aparecio                                cargando: false → true
          2. send      aparecio
          3. resolve   api.perfil() → Usuario(nombre: "Ana")   usuario: nil → Usuario(nombre: "Ana"), cargando: true → false   1st of 2 pending

          In flight after 3:  aparecio#2 waiting for api.perfil()

          Minimal: globally minimal: no trace of 2 events breaks it (all 4 configurations within 2 events checked).
          Replay:  reducer-check replay Findings/Perfil002/an-in-flight-effect-implies-cargando.json
          Accept:  reducer-check corpus add Findings/Perfil002/an-in-flight-effect-implies-cargando.json --open --reason "…"

        Perfil002: all 8 configurations, up to 4 events deep; 23 steps.
          held         cargando implies an in-flight effect (its premise held 4 of 8 times)
          Limited: at most 2 effects in flight, and as many that drain (steps past that, not taken: 2).
          actions (sent/changed something/by effects): respuesta 0/0/16, aparecio 6/6/0
          outcomes: api.perfil → Usuario(nombre: "Ana") 8, api.perfil → failure 8
          values: usuario 2, cargando 2

        1 spec, 1 new finding, 0 known.

        """)
    #expect(code == 1)
  }

  @Test func `up to the step a process dies of`() throws {
    let (output, code) = try explore("misbehaving", "Trap")
    #expect(
      output == """
        Trap: trap (died in send count) after 3 events.

          Reason:  misbehaving/Traps.swift:36: Fatal error: three is too many

          1. send      count   count: 0 → 1
          2. send      count   count: 1 → 2
          3. send      count

          Replay:  misbehaving replay Findings/Trap/died-in-send-count.json
          Accept:  misbehaving corpus add Findings/Trap/died-in-send-count.json --open --reason "…"

        Trap: the search did not end.
          Note: The search stopped at step 5, where the process died; nothing nearer to the start does that. Repair it, or take the action out of the alphabet, to see what lies behind it.

        1 spec, 1 new finding, 0 known.

        """)
    #expect(code == 1)
  }

  @Test func `and stops before memory runs out`() throws {
    let (output, code) = try explore(
      "reducer-check", "Contador", "--max-memory", "1M", "--keep-going", "--workers", "1")
    #expect(
      output.hasPrefix(
        "Contador: 1 configuration within 0 events; 1 step, a plain model.\n"))
    #expect(!output.contains("nothing is ever sent"))
    #expect(
      output.contains(
        /Limited: the search stopped: its memory reached [0-9,]+ MB of the 1 MB it may take \(--max-memory; --compact takes less\)\.\n/
      ))
    #expect(output.contains("held         cargando implies an in-flight effect"))
    #expect(code == 4)
  }

  @Test func `and stops when its time is over`() throws {
    let (output, code) = try explore("reducer-check", "CatchUpRepaired", "--time", "1ms")
    #expect(output.contains("  Limited: the search stopped: 0.001 s were over (--time).\n"))
    #expect(code == 4)
  }

  @Test func `what it was told to, which is as expected`() throws {
    let (output, code) = try explore("reducer-check", "CatchUpRepaired", "--max-depth", "1")
    #expect(output.contains("  Limited: the search went to a depth of 1 events.\n"))
    #expect(code == 0)
  }

  @Test func `and keeps what goes round for ever, to be replayed`() throws {
    try withTemporaryFolder { folder in
      let file = "Findings/Endless/loading-ends.json"
      let found = try Subprocess("misbehaving", ["explore", "Endless"], in: folder)
      #expect(found.output.contains("misbehaving replay \(file)\n"))
      #expect(found.code == 1)
      let replayed = try Subprocess("misbehaving", ["replay", file], in: folder)
      #expect(
        replayed.output.hasPrefix(
          """
          Endless: "loading ends" fails.

          Endless: "loading ends" need never happen: after 1 event the last one may repeat for ever.

            Reason:  the last event may repeat for ever, and no pending call is starved by that

            1. send      load                       isLoading: false → true
            2. resolve   service.load() → failure
          """))
      #expect(replayed.code == 1)
      let accepted = try Subprocess(
        "misbehaving", ["corpus", "add", file, "--open", "--reason", "issue 7"], in: folder)
      #expect(accepted.code == 0)
      #expect(try Subprocess("misbehaving", ["explore", "Endless"], in: folder).code == 0)
    }
  }

  @Test func `and says when there is nothing to send`() throws {
    let (output, code) = try explore("misbehaving", "Silent", "--workers", "1")
    #expect(
      output == """
        Silent: all 1 configuration, up to 0 events deep; 1 step, a plain model.
          inconclusive no count
          nothing is ever sent: the alphabet is empty in each of them
          State fields with one value: count
          values: count 1

        1 spec, 0 new findings, 0 known.

        """)
    #expect(code == 3)
  }

  @Test func `a state that differs from itself as one`() throws {
    let (output, code) = try explore("misbehaving", "Unequal", "--workers", "1")
    #expect(
      output.hasPrefix(
        "Unequal: all 1 configuration, up to 0 events deep; 2 steps, a plain model.\n"
          + "  proved       no number\n"))
    #expect(code == 0)
  }

  @Test(arguments: [
    (
      ["--max-depth", "0"],
      "--max-depth takes a whole number of at least 1, not 0. For no limit, leave it out."
    ),
    (
      ["--max-configurations", "0"],
      "--max-configurations takes a whole number of at least 1, not 0. For no limit, leave it out."
    ),
    (["--max-in-flight", "0"], "--max-in-flight takes a whole number of at least 1, not 0."),
    (["--payloads", "0"], "--payloads takes a whole number of at least 1, not 0."),
    (["--workers", "0"], "--workers takes a whole number of at least 1, not 0."),
    (["--workers", "none"], "--workers takes a whole number of at least 1, not \"none\"."),
    (["--time", "0"], "--time takes a time above 0, as 30, 30s or 5m, not \"0\"."),
    (
      ["--max-virtual-time", "1e300"],
      "--max-virtual-time takes a time above 0, as 30, 30s or 5m, not \"1e300\"."
    ),
    (["--max-memory", "0"], "--max-memory takes a size above 0, as 500M or 4G, not \"0\"."),
    (["--max-memory", "much"], "--max-memory takes a size above 0, as 500M or 4G, not \"much\"."),
    (
      ["--max-memory", "99999999999G"],
      "--max-memory takes a size above 0, as 500M or 4G, not \"99999999999G\"."
    ),
    (
      ["--checkpoint", "x.search"],
      "A checkpoint is of one spec, and 14 are to be searched. For example: reducer-check explore Contador --checkpoint x.search"
    ),
    (
      ["--max-dept", "3"],
      "explore has no option --max-dept. Did you mean --max-depth? It takes: --max-depth, --max-in-flight, --max-configurations, --max-virtual-time, --time, --max-memory, --workers, --compact, --payloads, --look-ahead, --keep-going, --checkpoint, --resume, --corpus, --findings, --format, --patience, --help."
    ),
  ])
  func `but not what it does not understand`(arguments: [String], message: String) throws {
    let run = try withTemporaryFolder {
      try Subprocess("reducer-check", ["explore"] + arguments, in: $0)
    }
    #expect(
      run.errors.replacing("swift run ", with: "") == "reducer-check: \(message)\n")
    #expect(run.code == 2)
  }
}
