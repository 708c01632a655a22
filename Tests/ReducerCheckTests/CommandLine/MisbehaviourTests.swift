import Foundation
import Synchronization
import Testing

@testable import ReducerCheck

/// What the command prints of a spec that misbehaves, and its exit code.
private func fuzz(_ spec: String, _ options: String...) throws -> (output: String, code: Int32) {
  try withTemporaryFolder { folder in
    let run = try Subprocess(
      "misbehaving", ["fuzz", spec, "--walks", "20"] + options, in: folder)
    return (
      run.output.replacingOccurrences(of: "swift run misbehaving", with: "misbehaving"), run.code
    )
  }
}

/// The first lines of a report, up to the note on how it is known to be minimal.
private func head(_ output: String) -> String {
  output.components(separatedBy: "\n  Replay:").first ?? output
}

@Suite(.serialized) struct `What misbehaves is found, shrunk and named` {
  @Test func `a reducer that traps`() throws {
    let (output, code) = try fuzz("Trap")
    #expect(
      output == """
        Trap: trap (died in send count) after 3 events.

          Reason:  misbehaving/Traps.swift:36: Fatal error: three is too many

          1. send      count   count: 0 → 1
          2. send      count   count: 1 → 2
          3. send      count

          Minimal: 1-minimal: no event can be dropped.
          Replay:  misbehaving replay Findings/Trap/died-in-send-count.json
          Accept:  misbehaving corpus add Findings/Trap/died-in-send-count.json --open --reason "…"

        Trap: 0 walks, 0 events, seed 1.
          Note: Fuzzing stopped in walk 1, where the process died. Repair that, or take the action out of the alphabet, to see what lies behind it.

        1 spec, 1 new finding, 0 known.

        """)
    #expect(code == 1)
  }

  @Test func `a reducer that recurses for ever`() throws {
    let (output, code) = try fuzz("Recursion")
    #expect(
      head(output) == """
        Recursion: trap (died in send count) after 3 events.

          Reason:  SIGSEGV (endless recursion, or memory)

          1. send      count   count: 0 → 1
          2. send      count   count: 1 → 2
          3. send      count

          Minimal: 1-minimal: no event can be dropped.
        """)
    #expect(code == 1)
  }

  @Test func `a reducer that does not return`() throws {
    let (output, code) = try fuzz("Loop", "--patience", "0.5")
    #expect(
      head(output) == """
        Loop: hang (did not return from send count) after 3 events.

          Reason:  it did not return within 0.5 s

          1. send      count   count: 0 → 1
          2. send      count   count: 1 → 2
          3. send      count

          Minimal: 1-minimal: no event can be dropped.
        """)
    #expect(code == 1)
  }

  @Test func `an effect that traps on a failure`() throws {
    let (output, code) = try fuzz("EffectTrap")
    #expect(
      head(output) == """
        EffectTrap: trap (died in resolve service.load() → failure) after 2 events (shrunk from 22).

          Reason:  misbehaving/Traps.swift:48: Precondition failed: no value

          1. send      count                      count: 0 → 1
          2. resolve   service.load() → failure

          Minimal: 1-minimal: no event can be dropped.
        """)
    #expect(code == 1)
  }

  @Test func `a deadly finding replays and shrinks like any other`() throws {
    try withTemporaryFolder { folder in
      _ = try Subprocess("misbehaving", ["fuzz", "Trap", "--walks", "5"], in: folder)
      let file = "Findings/Trap/died-in-send-count.json"
      let replay = try Subprocess("misbehaving", ["replay", file], in: folder)
      #expect(replay.output.hasPrefix("Trap: \"died in send count\" fails.\n"))
      #expect(replay.code == 1)
      let keep = ["corpus", "add", file, "--open", "--reason", "known"]
      #expect(try Subprocess("misbehaving", keep, in: folder).code == 0)
      let known = try Subprocess("misbehaving", ["fuzz", "Trap", "--walks", "5"], in: folder)
      #expect(
        known.output.hasPrefix(
          "Trap: \"died in send count\" fails as Corpus/Trap/died-in-send-count.json says"))
      #expect(known.code == 0)
    }
  }

  @Test func `a trap in a test prints where its trace is, and the trace shrinks`() throws {
    try withTemporaryFolder { folder in
      let death = try Subprocess("misbehaving", ["in-process"], in: folder)
      let lines = death.errors.components(separatedBy: "\n")
      let line = try #require(lines.first { $0.hasPrefix("The trace is in ") })
      let notice =
        "ReducerCheck: the process is dying in a reducer or an effect of Trap, "
        + "or does not return."
      #expect(lines.contains(notice))
      let path = line.dropFirst("The trace is in ".count).prefix { $0 != ";" }
      #expect(line == "The trace is in \(path); to see it: reducer-check minimize \(path)")
      #expect(death.code != 0)
      let minimal = try Subprocess("misbehaving", ["minimize", String(path)], in: folder)
      #expect(minimal.output.contains("  3. send      count\n"))
      #expect(minimal.code == 0)
      // An entry holds the events, which the dying process could not write down.
      let added = try Subprocess(
        "misbehaving", ["corpus", "add", String(path), "--open", "--reason", "known"], in: folder)
      try? FileManager.default.removeItem(atPath: String(path))
      #expect(added.code == 0)
      let files = CorpusFolder(path: folder.appendingPathComponent("Corpus").path).files()
      let entry = try TraceFile.read(try #require(files.first))
      #expect(entry.death == nil)
      #expect(!entry.events.isEmpty)
      let replayed = try Subprocess("misbehaving", ["corpus", "replay"], in: folder)
      #expect(replayed.output.contains("fails, as this open entry says."))
      #expect(replayed.code == 0)
    }
  }

  @Test(arguments: [
    (
      "ImpureReducer", "impureReducer (reducer) after 1 event",
      "The reducer is not pure: given the same state and action again it answered otherwise. It reads something that is neither state, action nor dependency, or the order of a set or dictionary."
    ),
    (
      "NotAFunction", "notAFunction (effect in misbehaving/Lapses.swift) after 2 events",
      "The effect at misbehaving/Lapses.swift:45 is not a function of its outcomes: given the same ones again it did something else. It keeps state outside its closure, or reads something that is not a dependency."
    ),
    (
      "ForgottenDependency", "uncontrolled (dependency forgotten) after 1 event",
      "The dependency forgotten (declared at misbehaving/Lapses.swift:90) was read by the @Dependency at misbehaving/Lapses.swift:27, but the spec does not control it. Add to the spec: .endpoint(\"forgotten.function\") { $0.forgotten.function = $1 }, or .dependencies { $0.forgotten = … }."
    ),
    (
      "RealSleep", "uncontrolled (sleep in misbehaving/Lapses.swift) after 1 event",
      "The effect at misbehaving/Lapses.swift:50 sleeps for real (9.0 seconds). Sleep on @Dependency(\\.continuousClock) instead: `try await clock.sleep(for: …)`."
    ),
    (
      "NeverSuspends", "neverSuspends (effect in misbehaving/Lapses.swift) after 2 events",
      "The effect at misbehaving/Lapses.swift:51 goes on without suspending, as a loop does that swallows its cancellation. Let the error out, or check Task.isCancelled."
    ),
    (
      "ForeignThread", "uncontrolled (wait in misbehaving/Lapses.swift) after 1 event",
      "The effect at misbehaving/Lapses.swift:60 waits for something the harness does not control. Reach the world through a dependency, and give the spec an endpoint for it: .endpoint(\"name\") { $0.name = $1 }."
    ),
    (
      "UncontrolledWait", "uncontrolled (wait in misbehaving/Lapses.swift) after 1 event",
      "The effect at misbehaving/Lapses.swift:67 waits for something the harness does not control. Reach the world through a dependency, and give the spec an endpoint for it: .endpoint(\"name\") { $0.name = $1 }."
    ),
    (
      "FeedsItself", "neverSuspends (reducer, by go) after 1 event",
      "The reducer feeds itself: 10000 actions were reduced in one step, the last of them go. An action leads back to itself by .send; break the circle."
    ),
    (
      "UnhandledError", "misuse (unhandledError in misbehaving/Lapses.swift) after 2 events",
      "The effect at misbehaving/Lapses.swift:68 threw service.load failed, and has no catch. Add `catch: { error, send in … }` to its run, or handle the error inside."
    ),
  ])
  func `a lapse of a reducer or an effect`(
    spec: String, headline: String, reason: String
  ) throws {
    let (output, code) = try fuzz(spec)
    let lines = output.components(separatedBy: "\n")
    #expect(lines[0].hasPrefix("\(spec): \(headline)"))
    #expect(lines.count { $0.hasPrefix("\(spec): ") } == 2, "one finding and a summary")
    #expect(lines[2] == "  Reason:  \(reason)")
    #expect(code == 1)
  }

  @Test func `a send after the effect has returned, and the task that outlives it`() throws {
    let (output, code) = try fuzz("SendAfterCompletion")
    let reasons = output.components(separatedBy: "\n").filter { $0.hasPrefix("  Reason:") }
    #expect(
      reasons == [
        "  Reason:  The effect at misbehaving/Lapses.swift:53 returned while a task that it started goes on, which no cancellation reaches. Await the task, or use a task group or async let.",
        "  Reason:  The effect at misbehaving/Lapses.swift:53 sent an action after it had returned; the action is dropped. Await the work that sends it before returning.",
      ])
    #expect(code == 1)
  }
}

@Suite(.serialized) struct `A spec that cannot be run says what to add` {
  @Test(arguments: [
    (
      "WithoutState",
      "The spec WithoutState cannot run. It has no initial state. Add one: Spec(\"WithoutState\", of: Feature(), startingAt: Feature.State())."
    ),
    (
      "WithoutAlphabet",
      "The spec WithoutAlphabet cannot run. It lists no actions to send, and none can be derived from Action: no case's payload can be generated: add(Opaque). Add .sending(.first, .second), or .payload(Type.self, generator)."
    ),
    (
      "WithoutOutcomes",
      "The spec WithoutOutcomes cannot run. The endpoint service.load has no outcomes, so a call of it could never end. Declare at least one, as in `returning: { … }` or `outcomes: { … }`."
    ),
    (
      "Discarding",
      "The spec Discarding cannot run. The generator of add's payload never gave a value: a number above nine rejected all 100 values it was given. Draw values that fit instead of filtering them, or weaken the condition. Widen what it draws from, or drop the filter."
    ),
    (
      "Misspelt",
      "A property asks for calls of \"service.ohter\", but the spec has no such endpoint. It has: service.other."
    ),
  ])
  func `and the command exits with 2`(spec: String, message: String) throws {
    let (output, code) = try fuzz(spec)
    #expect(output == "\(spec): \(message)\n\n1 spec, 0 new findings, 0 known.\n")
    #expect(code == 2)
  }

  @Test func `a property that was not reached is inconclusive, which --strict makes an error`()
    throws
  {
    let (output, code) = try fuzz("Unreachable")
    #expect(output.contains("  inconclusive a negative count\n  reached      a count of three\n"))
    #expect(
      output.contains(
        "  held         vacuous: a negative count implies none in flight (its premise never held)\n"
      ))
    #expect(code == 0)
    #expect(try fuzz("Unreachable", "--strict").code == 3)
  }
}

@Suite struct `A watchdog` {
  private final class Bites: Sendable {
    let count = Atomic(0)
  }

  @Test func `bites where nothing moves, but not while the harness itself works`() {
    let journal = Journal()
    let bites = Bites()
    let watchdog = Watchdog(journal, patience: 0.1) { bites.count.add(1, ordering: .relaxed) }
    journal.doingOwnWork {
      Thread.sleep(forTimeInterval: 0.5)
      #expect(bites.count.load(ordering: .relaxed) == 0)
    }
    var waits = 0
    while bites.count.load(ordering: .relaxed) == 0, waits < 100 {
      Thread.sleep(forTimeInterval: 0.05)
      waits += 1
    }
    watchdog.stop()
    #expect(bites.count.load(ordering: .relaxed) == 1)
  }
}
