import Foundation
import Testing

/// Entries of a corpus that cannot be what they say are no pass.
@Suite(.serialized) struct `The command replays a corpus` {
  private func replay(
    _ entry: String, of spec: String, by executable: String
  ) throws -> (output: String, code: Int32) {
    try withTemporaryFolder { folder in
      let entries = folder.appendingPathComponent("Corpus/\(spec)")
      try FileManager.default.createDirectory(at: entries, withIntermediateDirectories: true)
      try Data(entry.utf8).write(to: entries.appendingPathComponent("entry.json"))
      let run = try Subprocess(executable, ["corpus", "replay"], in: folder)
      return (run.output + run.errors, run.code)
    }
  }

  @Test func `which dies before the last event`() throws {
    let count = #"{"kind":"send","text":"count"}"#
    let entry = """
      {"format":1,"spec":"Trap","property":"died in send count","kind":"trap","status":"fixed",
      "reason":"r","start":0,"events":[\(Array(repeating: count, count: 5).joined(separator: ","))]}
      """
    let (output, code) = try replay(entry, of: "Trap", by: "misbehaving")
    #expect(output.contains("the process died while replaying (trap:"))
    #expect(output.contains("and not of the last event of the trace. `minimize` it anew."))
    #expect(code == 1)
  }

  @Test func `of which the events are not found again`() throws {
    let entry = """
      {"format":1,"spec":"Search","property":"died","kind":"trap","status":"fixed","reason":"r",
      "seed":1,"start":0,"events":[],"death":{"walks":1,"maxEvents":50,"event":7000}}
      """
    let (output, code) = try replay(entry, of: "Search", by: "reducer-check")
    #expect(output.contains("cannot be found again. Has the feature or the spec changed since?"))
    #expect(code == 1)
  }

  @Test func `that is not there`() throws {
    try withTemporaryFolder { folder in
      let run = try Subprocess(
        "reducer-check", ["corpus", "replay", "--corpus", "Corpsu"], in: folder)
      #expect(
        run.output + run.errors == """
          swift run reducer-check: There is no folder Corpsu. Check --corpus; without it the folder is Corpus.

          """)
      #expect(run.code == 2)
    }
  }
}
