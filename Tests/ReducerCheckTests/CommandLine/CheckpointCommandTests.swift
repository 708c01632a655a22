import Foundation
import Testing

@testable import ReducerCheck

@Suite(.serialized) struct `The command goes on from a checkpoint` {
  private func explore(
    _ arguments: String..., in folder: URL
  ) throws -> (output: String, code: Int32) {
    let run = try Subprocess("reducer-check", ["explore"] + arguments, in: folder)
    let output = (run.output + run.errors)
      .replacing(#/ in [0-9.]+ s, [0-9,]+ bytes a configuration/#, with: "")
      .replacing("swift run ", with: "")
    return (output, run.code)
  }

  @Test func `by the line that it prints, and prints what it would have printed`() throws {
    try withTemporaryFolder { folder in
      let whole = try explore("CatchUp", "--keep-going", in: folder)
      let part = try explore(
        "CatchUp", "--keep-going", "--max-configurations", "20", "--checkpoint", "x.search",
        in: folder)
      #expect(part.output.contains("Limited: the search stopped at 28 configurations.\n"))
      #expect(
        part.output.contains(
          "  Go on:   reducer-check explore CatchUp --keep-going --checkpoint x.search --resume x.search\n"
        ))
      let rest = try explore(
        "CatchUp", "--keep-going", "--checkpoint", "x.search", "--resume", "x.search", in: folder)
      #expect(rest.output == whole.output)
      #expect(rest.code == whole.code)
    }
  }

  @Test func `where memory was for more than nothing`() throws {
    try withTemporaryFolder { folder in
      let part = try explore(
        "CatchUpRepaired", "--max-memory", "1M", "--checkpoint", "x.search", in: folder)
      #expect(part.output.contains("  Go on:   reducer-check explore CatchUpRepaired --checkpoint"))
      #expect(part.code == 4)
      let stopped = try explore(
        "CatchUpRepaired", "--max-depth", "3", "--resume", "x.search", "--checkpoint", "x.search",
        in: folder)
      #expect(stopped.code == 0)
      let small = try explore(
        "CatchUpRepaired", "--max-memory", "1M", "--resume", "x.search", in: folder)
      #expect(
        small.output.contains(
          /CatchUpRepaired: The search stopped when [0-9]+ of [0-9]+ configurations of its checkpoint were made again: its memory reached [0-9]+ MB of the 1 MB it may take \(--max-memory; --compact takes less\)\. The checkpoint is as it was\.\n/
        ))
      #expect(small.code == 2)
      let rest = try explore("CatchUpRepaired", "--resume", "x.search", in: folder)
      #expect(rest.output.hasPrefix("CatchUpRepaired: all 38 configurations, up to 7 events deep;"))
      #expect(rest.code == 0)
    }
  }

  @Test func `but not of another spec, nor from what is none`() throws {
    try withTemporaryFolder { folder in
      _ = try explore("CatchUp", "--max-depth", "2", "--checkpoint", "x.search", in: folder)
      let other = try explore("Contador", "--resume", "x.search", in: folder)
      #expect(
        other.output == """
          Contador: x.search is of a search of CatchUp, and Contador is to be searched. Go on with `explore CatchUp --resume x.search`.

          1 spec, 0 new findings, 0 known.

          """)
      #expect(other.code == 2)
      try Data("what?".utf8).write(to: folder.appendingPathComponent("y.search"))
      #expect(try explore("Contador", "--resume", "y.search", in: folder).code == 2)
      #expect(try explore("Contador", "--resume", "z.search", in: folder).code == 2)
      #expect(try explore("Contador", "--checkpoint", "y.search/z", in: folder).code == 2)
    }
  }

  @Test func `up to the step a process dies of`() throws {
    try withTemporaryFolder { folder in
      func explore(_ arguments: String...) throws -> Subprocess {
        try Subprocess("misbehaving", ["explore", "Trap"] + arguments, in: folder)
      }
      let whole = try explore("--workers", "1")
      let part = try explore("--max-depth", "1", "--checkpoint", "x.search")
      #expect(part.code == 0)
      let rest = try explore("--resume", "x.search")
      #expect(whole.output.contains("died in send count) after 3 events."))
      #expect(rest.output == whole.output)
      #expect(rest.code == 1)
    }
  }
}
