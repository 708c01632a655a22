import Foundation
import Testing

/// What `explore` prints, without how long it took and how much it kept, and its exit code.
private func explore(
  _ executable: String = "reducer-check", _ arguments: String...
) throws -> (output: String, code: Int32) {
  try withTemporaryFolder { folder in
    let run = try Subprocess(executable, ["explore"] + arguments, in: folder)
    let output = (run.output + run.errors)
      .replacing(#/ steps in [0-9.]+ s, [0-9,]+ bytes a configuration/#, with: " steps")
      .replacing("swift run ", with: "")
    return (output, run.code)
  }
}

@Suite(.serialized) struct `The command explores` {
  @Test func `and proves what it can`() throws {
    let (output, code) = try explore("misbehaving", "Quiet")
    #expect(output == "")
    #expect(code == 0)
  }

  @Test func `and names what limited it`() throws {
    let (output, code) = try explore(
      "reducer-check", "Perfil002", "--max-in-flight", "2", "--keep-going")
    #expect(output == "")
    #expect(code == 1)
  }

  @Test func `up to the step a process dies of`() throws {
    let (output, code) = try explore("misbehaving", "Trap")
    #expect(output == "")
    #expect(code == 1)
  }

  @Test func `and stops before memory runs out`() throws {
    let (output, code) = try explore(
      "reducer-check", "Contador", "--max-memory", "1M", "--keep-going")
    #expect(output == "")
    #expect(code == 1)
  }

  @Test(arguments: [
    (["--max-depth", "0"], "--max-depth takes a whole number of at least 1, not 0."),
    (["--workers", "none"], "--workers takes a whole number of at least 1, not \"none\"."),
    (["--max-memory", "much"], "A size is a number of bytes, as 500M or 4G, not \"much\"."),
    (["--max-dept", "3"], ""),
  ])
  func `but not what it does not understand`(arguments: [String], message: String) throws {
    let run = try withTemporaryFolder {
      try Subprocess("reducer-check", ["explore"] + arguments, in: $0)
    }
    #expect(run.errors == "reducer-check: \(message)\n")
    #expect(run.code == 2)
  }
}
