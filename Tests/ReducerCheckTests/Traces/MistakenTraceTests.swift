import Foundation
import Reducers
import Synchronization
import Testing

@testable import ReducerCheck

/// Keeps what it was sent last.
private struct Keeper<Value: Sendable & Equatable>: Reducer {
  struct State: Equatable { var last: Value? }
  enum Action: Sendable { case keep(Value) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .keep(let value) = action { state.last = value }
    return .none
  }

  /// A spec in which the second of two values breaks the property.
  static func spec(_ first: Value, _ second: Value) -> Spec<State, Action> {
    Spec("Keeper", of: Keeper(), startingAt: State())
      .sending(.keep(first), .keep(second))
      .never("the second") { state in
        state.last.map { "\($0)" == "\(second)" && same($0, second) } ?? false
      }
  }

  private static func same(_ one: Value, _ two: Value) -> Bool {
    // To the byte: texts that mean the same are told apart.
    if let one = one as? String, let two = two as? String {
      return Array(one.utf8) == Array(two.utf8)
    }
    return one == two
  }
}

@Suite struct `Values with one text` {
  private func expectSecond<Value: Sendable & Equatable>(_ first: Value, _ second: Value) throws {
    let session = SpecSession(spec: Keeper.spec(first, second).erased)
    let report = session.fuzz(seed: 1, limits: FuzzLimits(walks: 50))
    let property = try #require(report.properties.first)
    #expect(property.verdict == .falsified)
    let trace = try #require(TraceFile(property))
    #expect(trace.events.count == 1, "\(Value.self)")
    // What was found fails again when it is read back.
    #expect(session.replay(trace, named: "x.json").outcome == .failsAgain)
  }

  @Test func `are told apart: bytes, dates, texts`() throws {
    try expectSecond(Data([1]), Data([2]))
    try expectSecond(Data(0..<40), Data((0..<39) + [0]))
    try expectSecond(Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 1.5))
    try expectSecond("\u{e9}", "e\u{301}")
  }
}

/// Goes bad at some moves, counted over all walks: no function of state and action.
private struct Haunted: Reducer {
  struct State: Equatable { var isBad = false }
  enum Action { case go }

  final class Shared: Sendable { let moves = Mutex(0) }
  let shared = Shared()

  init() {}

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let move = shared.moves.withLock {
      $0 += 1
      return $0
    }
    state.isBad = (2_000..<2_040).contains(move)
    return .none
  }
}

@Suite struct `What broke once only` {
  @Test func `is reported, and not taken for nothing`() throws {
    let spec = Spec("Haunted", of: Haunted(), startingAt: .init()).sending(.go)
      .always("good") { !$0.isBad }
    let report = SpecSession(spec: spec.erased).fuzz(seed: 1, limits: FuzzLimits(walks: 100))
    let property = try #require(report.properties.first)
    #expect(property.verdict == .falsified)
    #expect(
      property.reason?.contains("not when the events that led there were taken again") == true)
  }
}

/// A number that goes up and down.
private struct UpDown: Reducer {
  struct State: Equatable { var number = 0 }
  enum Action { case up, down }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .up: state.number = min(state.number + 1, 8)
    case .down: state.number = max(state.number - 1, -8)
    }
    return .none
  }
}

@Suite struct `What a trace and a spec claim` {
  @Test func `a trace is not minimal of all where it could start elsewhere`() throws {
    for seed in 1...6 {
      let spec = Spec("Starts", of: UpDown(), startingAt: .init(number: 0), .init(number: 4))
        .sending(.up, .down).never("five") { $0.number == 5 }
      let report = SpecSession(spec: spec.erased)
        .fuzz(seed: UInt64(seed), limits: FuzzLimits(walks: 300))
      let property = try #require(report.properties.first)
      let isShort = property.length == 1
      #expect(isShort || property.minimality?.contains("globally") != true)
    }
  }

  @Test func `two properties cannot have one name`() {
    let spec = Spec("Twins", of: UpDown(), startingAt: .init()).sending(.up, .down)
      .always("bounded") { $0.number < 3 }.always("bounded") { $0.number > -6 }
    let report = SpecSession(spec: spec.erased).fuzz(seed: 1, limits: FuzzLimits(walks: 3))
    #expect(
      report.error
        == "The spec Twins cannot run. Two properties are called always \"bounded\". Give one of "
        + "them another name: reports and traces know them by it.")
    #expect(report.properties.isEmpty)
  }

  private func file(_ change: (inout TraceFile) -> Void) -> TraceFile {
    var file = TraceFile(
      spec: "UpDown", property: "one", kind: "never", status: .fixed, reason: "r",
      events: [
        StoredEvent(kind: .send, text: "up"), StoredEvent(kind: .send, text: "down"),
      ])
    change(&file)
    return file
  }

  @Test func `numbers that no trace has are refused`() throws {
    let spec = Spec("UpDown", of: UpDown(), startingAt: .init()).sending(.up, .down)
      .never("one") { $0.number == 1 }
    let session = SpecSession(spec: spec.erased)
    #expect(session.replay(file { _ in }, named: "x.json").outcome == .failsAgain)
    let address = StoredAddress(
      startedBy: "", location: "", ids: [], endpoint: "", text: "", ordinal: -1)
    let wrong: [TraceFile] = [
      file { $0.format = -3 }, file { $0.start = -1 }, file { $0.events[0].outcome = -1 },
      file { $0.events[1].decisions = [0, -1] }, file { $0.events[0].address = address },
      file { ($0.cycle, $0.events) = (1, []) }, file { $0.cycle = 3 },
    ]
    for file in wrong {
      let report = session.replay(file, named: "x.json")
      #expect(report.outcome == .stale)
      #expect(report.message.hasPrefix("x.json is no trace: "))
      let path = NSTemporaryDirectory() + "wrong-\(UUID().uuidString).json"
      try file.write(to: path)
      defer { try? FileManager.default.removeItem(atPath: path) }
      #expect(throws: TraceFileError.self) { try TraceFile.read(path) }
    }
  }

  @Test func `a trace that repeats for ever breaks nothing that holds or does not`() {
    let spec = Spec("UpDown", of: UpDown(), startingAt: .init()).sending(.up, .down)
      .never("one") { $0.number == 1 }
    let report = SpecSession(spec: spec.erased).replay(file { $0.cycle = 2 }, named: "x.json")
    #expect(report.outcome == .stale)
    #expect(
      report.message
        == "x.json is no trace: its last events repeat for ever, which breaks only what is to come in "
        + "the end (eventually, leadsTo), and it is to break never \"one\". Take the field \"cycle\" "
        + "out of it.")
  }

  @Test func `choices that are not there are no pass`() {
    let spec = Spec("UpDown", of: UpDown(), startingAt: .init()).sending(.up, .down)
      .never("one") { $0.number == 1 }
    let session = SpecSession(spec: spec.erased)
    let choosing = session.replay(file { $0.events[0].decisions = [1] }, named: "x.json")
    #expect(choosing.outcome == .stale)
    #expect(choosing.message.hasPrefix("x.json is stale: event 1, send up, can no longer happen"))
    // The plainest choice is no choice.
    let plain = session.replay(file { $0.events[0].decisions = [0] }, named: "x.json")
    #expect(plain.outcome == .failsAgain)
  }

  @Test func `a value that is called a failure is none`() {
    func signature(_ text: String) -> String {
      Trace(events: [TraceEvent(kind: .resolve, text: text)]).signature
    }
    #expect(signature("failure") == "resolve  failure")
    #expect(signature("failure(Offline())") == "resolve  failure")
    #expect(signature("failureCount(3)") == "resolve  success")
  }

  @Test func `events that are still to be found again are no pass`() {
    let spec = Spec("UpDown", of: UpDown(), startingAt: .init()).sending(.up, .down)
      .never("one") { $0.number == 1 }
    let entry = file {
      $0.kind = "trap"
      $0.events = []
      $0.death = .init(walks: 1, maxEvents: 50, event: 7_000)
    }
    let session = SpecSession(spec: spec.erased)
    #expect(session.replay(entry, named: "x.json").outcome == .stale)
    #expect(throws: TraceFileError.self) {
      try session.traceToDeath(
        seed: 1, limits: FuzzLimits(walks: 1), event: 7_000, probing: false)
    }
  }

  @Test func `a folder that was named and is not there is no pass`() {
    let spec = Spec("UpDown", of: UpDown(), startingAt: .init()).sending(.up, .down)
      .never("nine") { $0.number == 9 }
    let run = TestRun(of: spec, walks: 3, corpus: "/nowhere/Corpus")
    #expect(run.failures.count == 1)
    #expect(run.failures.first?.hasPrefix("There is no corpus folder /nowhere/Corpus.") == true)
  }

  @Test func `a spec may have a slash in its name`() throws {
    let path = NSTemporaryDirectory() + "corpus-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let folder = CorpusFolder(path: path)
    let added = try folder.add(file { $0.spec = "Search/Paging 10%" })
    #expect(folder.files() == [added])
    #expect(folder.files(of: ["Search/Paging 10%"]) == [added])
    #expect(folder.files(of: ["Search"]).isEmpty)
  }
}
