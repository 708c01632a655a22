import Foundation
import Reducers
import Specs
import Testing

@testable import ReducerCheck

/// A counter that goes round, faster or slower.
private struct Round: Reducer {
  struct State { var count = 0 }
  enum Action { case count, skip }

  let size: Int

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count = (state.count + (action == .count ? 1 : 2)) % size
    return .none
  }

  static func spec(_ size: Int, named name: String = "Round") -> Spec<State, Action> {
    Spec(name, of: Round(size: size), startingAt: State()).sending(.count, .skip)
      .always("below a hundred") { $0.count < 100 }
  }
}

/// What a search says that is to go on from a checkpoint, each in a folder of its own.
private func answer(
  _ spec: any Checkable, from: any Checkable = Round.spec(50),
  _ limits: ExplorationLimits = ExplorationLimits(),
  wrote: ExplorationLimits = ExplorationLimits(),
  changing change: (inout Data) -> Void = { _ in }
) throws -> String? {
  try withTemporaryFolder { folder in
    let path = folder.appendingPathComponent("x.search").path
    var short = wrote
    short.depth = 5
    let first = SpecSession(spec: from.erased).explore(short, CheckpointFiles(checkpoint: path))
    #expect(first.error == nil)
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    change(&data)
    try data.write(to: URL(fileURLWithPath: path))
    let report = SpecSession(spec: spec.erased).explore(limits, CheckpointFiles(resume: path))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == data)
    return report.error?.replacing(folder.path + "/", with: "")
  }
}

@Suite struct `A checkpoint that cannot be gone on from` {
  @Test func `is of a search from other States`() throws {
    let spec = Round.spec(50)
    let other = Spec("Round", of: Round(size: 50), startingAt: Round.State(count: 1))
      .sending(.count, .skip).always("below a hundred") { $0.count < 100 }
    let message = try answer(spec, from: other)
    #expect(
      message?.hasPrefix("x.search is of a search in which Round had the initial states #") == true)
  }

  @Test func `is of a spec whose properties ask for what there is not`() throws {
    let spec = Round.spec(50).always("nothing is loading") {
      $0.count != 2 || $0.inFlight.count(endpoint: "laod") == 0
    }
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("x.search").path
      let session = SpecSession(spec: spec.erased)
      let part = session.explore(
        ExplorationLimits(depth: 4), CheckpointFiles(checkpoint: path))
      #expect(part.error?.hasPrefix("A property asks for calls of \"laod\"") == true)
      let rest = session.explore(ExplorationLimits(), CheckpointFiles(resume: path))
      #expect(rest.error == part.error)
    }
  }

  @Test func `while one that is in order can`() throws {
    #expect(try answer(Round.spec(50)) == nil)
    #expect(try answer(Round.spec(50), ExplorationLimits(isCompact: true)) == nil)
  }

  @Test func `is of another spec`() throws {
    #expect(
      try answer(Round.spec(50), from: Round.spec(50, named: "Circle"))
        == "x.search is of a search of Circle, and Round is to be searched. Go on with `explore Circle --resume x.search`."
    )
  }

  @Test func `is of a spec with other properties`() throws {
    #expect(
      try answer(Round.spec(50).reachable("nine") { $0.count == 9 })
        == "x.search is of a search in which Round had the properties always \"below a hundred\"; now it has always \"below a hundred\", reachable \"nine\". That is another space: search anew, without --resume."
    )
  }

  @Test func `is of a space with other limits`() throws {
    #expect(
      try answer(Round.spec(50), ExplorationLimits(inFlight: 3))
        == "x.search is of a search with at most 6 effects in flight, and this one is to have at most 3 effects in flight. Go on with --max-in-flight 6, or search anew, without --resume."
    )
    #expect(
      try answer(
        Round.spec(50), wrote: ExplorationLimits(virtualTime: .milliseconds(1_500)))
        == "x.search is of a search with virtual time up to 1.5 seconds, and this one is to have any virtual time. Go on with --max-virtual-time 1.5, or search anew, without --resume."
    )
    #expect(
      try answer(Round.spec(50), ExplorationLimits(virtualTime: .seconds(2)))
        == "x.search is of a search with any virtual time, and this one is to have virtual time up to 2.0 seconds. Go on without --max-virtual-time, or search anew, without --resume."
    )
    #expect(
      try answer(Round.spec(50), ExplorationLimits(payloads: 4))
        == "x.search is of a search with 3 payloads of a case, and this one is to have 4 payloads of a case. Go on with --payloads 3, or search anew, without --resume."
    )
    #expect(
      try answer(Round.spec(50), wrote: ExplorationLimits(isCompact: true))
        == "x.search is of a search with fingerprints only, and this one is to have whole configurations. Go on with --compact, or search anew, without --resume."
    )
  }

  @Test(arguments: [1, 2]) func `is of a feature that has changed since`(workers: Int) throws {
    #expect(
      try answer(Round.spec(4), ExplorationLimits(workers: workers))
        == "The feature Round is not the one that the checkpoint is of: a step leads elsewhere, or is gone (4 of 11 configurations were made again). Go on with the executable that wrote it, or search anew, without --resume. The checkpoint is as it was."
    )
  }

  @Test func `is of a feature that is no plain model now`() throws {
    #expect(
      try answer(
        Round.spec(50).always("counts", remembering: 0, update: { $0 += $1.after.state.count }) {
          $1 >= $0.state.count - $0.state.count
        }, from: Round.spec(50).always("counts") { $0.count >= 0 })
        == "The feature Round is not the one that the checkpoint is of: it is no plain model. Go on with the executable that wrote it, or search anew, without --resume. The checkpoint is as it was."
    )
  }

  @Test func `is of a spec with other options`() throws {
    #expect(
      try answer(Round.spec(50).cancellable())
        == "x.search is of a search in which Round had the options (none); now it has cancellable. That is another space: search anew, without --resume."
    )
  }

  @Test func `is of another format`() throws {
    #expect(
      try answer(Round.spec(50)) { $0[25] = UInt8(ascii: "7") }
        == "x.search is of format 7, and this reducer-check reads format 4. Go on with the version that wrote it, or search anew without --resume."
    )
  }

  @Test func `is no checkpoint`() throws {
    #expect(
      try answer(Round.spec(50)) { $0 = Data("{\"format\": 1}\n".utf8) }
        == "x.search is no checkpoint of a search. `explore … --checkpoint FILE` writes one.")
  }

  @Test(arguments: [0, 10]) func `ends before it has begun`(length: Int) throws {
    #expect(
      try answer(Round.spec(50)) { $0 = $0.prefix(length) }
        == "x.search is not a complete checkpoint: it ends after \(length) bytes. Take a copy that is whole, or search anew without --resume."
    )
  }

  @Test(arguments: [false, true])
  func `is damaged wherever it is damaged or ends early`(isPatient: Bool) throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("x.search").path
      let spec = Round.spec(50)
      _ = SpecSession(spec: (isPatient ? spec.eventually("home") { $0.count == 0 } : spec).erased)
        .explore(ExplorationLimits(depth: 5), CheckpointFiles(checkpoint: path))
      let whole = try Data(contentsOf: URL(fileURLWithPath: path))
      for place in stride(from: 0, to: whole.count, by: 3) {
        for data in [whole.prefix(place), whole.changed(at: place)] {
          try data.write(to: URL(fileURLWithPath: path))
          #expect(throws: CheckpointError.self, "at \(place)") {
            try CheckpointFile(path: path).read()
          }
        }
      }
    }
  }

  @Test func `says what is missing, and what is wrong`() throws {
    let truncated = try answer(Round.spec(50)) { $0 = $0.dropLast(7) }
    #expect(
      truncated?.contains(
        /^x.search is not a complete checkpoint: [0-9,]+ of its [0-9,]+ bytes are there\. Take/)
        == true)
    #expect(
      try answer(Round.spec(50)) { $0 = $0.changed(at: $0.count - 1) }
        == "x.search is damaged: its checksum is not that of what it holds. Take a copy that is whole, or search anew without --resume."
    )
  }

  @Test func `is not there`() {
    let report = SpecSession(spec: Round.spec(50).erased)
      .explore(ExplorationLimits(), CheckpointFiles(resume: "nowhere/x.search"))
    #expect(
      report.error
        == "The checkpoint nowhere/x.search cannot be read. Check the path; `explore … --checkpoint nowhere/x.search` writes it when the search stops."
    )
  }
}

@Suite struct `A checkpoint that cannot be written` {
  private func error(to path: String, _ spec: any Checkable = Round.spec(5)) -> String? {
    SpecSession(spec: spec.erased)
      .explore(ExplorationLimits(), CheckpointFiles(checkpoint: path)).error
  }

  @Test func `says so before anything is searched`() throws {
    try withTemporaryFolder { folder in
      #expect(
        error(to: folder.path)
          == "The checkpoint \(folder.path) is there already, and would be lost. Go on from it with --resume \(folder.path), or remove it, or name another file."
      )
      let file = folder.appendingPathComponent("file").path
      try Data().write(to: URL(fileURLWithPath: file))
      let below = error(to: file + "/x.search")
      #expect(below?.hasPrefix("The checkpoint \(file)/x.search cannot be written: ") == true)
      #expect(below?.hasSuffix(" Name a file in a folder that can be written.") == true)
    }
  }

  @Test func `replaces no other that is not gone on from`() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("x.search").path
      let limits = ExplorationLimits(depth: 2)
      let session = SpecSession(spec: Round.spec(50).erased)
      #expect(session.explore(limits, CheckpointFiles(checkpoint: path)).error == nil)
      let first = try Data(contentsOf: URL(fileURLWithPath: path))
      #expect(session.explore(limits, CheckpointFiles(checkpoint: path)).error != nil)
      // But a command that repeats its own search, which died, may.
      let own = CheckpointFiles(checkpoint: folder.appendingPathComponent("y.search").path)
      #expect(session.explore(limits, own).error == nil)
      var again = own
      again.isOwn = true
      #expect(session.explore(limits, again).error == nil)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == first)
      let deeper = ExplorationLimits(depth: 4)
      let files = CheckpointFiles(checkpoint: path, resume: folder.path + "/./x.search")
      #expect(session.explore(deeper, files).error == nil)
      #expect(try CheckpointFile(path: path).read().head.layers == [1, 2, 2, 2, 2])
    }
  }

  @Test func `is said when the disk fails meanwhile, and the search goes on`() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("below/x.search").path
      let report = SpecSession(spec: Round.spec(50).erased)
        .explore(ExplorationLimits(depth: 4), CheckpointFiles(checkpoint: path)) { _ in
          try? FileManager.default.removeItem(at: folder.appendingPathComponent("below"))
          return nil
        }
      #expect(report.exploration?.distinct == 9)
      #expect(report.exploration?.resume == nil)
      #expect(
        report.notes.contains { $0.hasPrefix("The checkpoint \(path) could not be written: ") })
    }
  }
}

extension Data {
  /// The same with other bits in one byte.
  fileprivate func changed(at place: Int) -> Data {
    var copy = Data(self)
    copy[place] ^= 0x21
    return copy
  }
}
