import Foundation
import Testing

/// What `explore` prints, without how long it took, how much it kept and how many worked on it, and its exit code.
private func explore(
  _ executable: String = "reducer-check", _ arguments: String...
) throws -> (output: String, code: Int32) {
  try withTemporaryFolder { folder in
    let run = try Subprocess(executable, ["explore"] + arguments, in: folder)
    let output = (run.output + run.errors)
      .replacing(
        #/ steps in [0-9.]+ s, [0-9,]+ bytes a configuration, [0-9]+ workers?/#, with: " steps"
      )
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

          Minimal: 1-minimal: no event can be dropped; no trace of 2 events breaks it (all 4 configurations within 2 events checked).
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
      "reducer-check", "Contador", "--max-memory", "1M", "--keep-going")
    #expect(output.contains("of the 1 MB it may take (--max-memory; --compact takes less)."))
    #expect(output.contains("held         cargando implies an in-flight effect"))
    #expect(code == 0)
  }

  @Test(arguments: [
    (["--max-depth", "0"], "--max-depth takes a whole number of at least 1, not 0."),
    (["--workers", "none"], "--workers takes a whole number of at least 1, not \"none\"."),
    (["--max-memory", "much"], "A size is a number of bytes, as 500M or 4G, not \"much\"."),
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
