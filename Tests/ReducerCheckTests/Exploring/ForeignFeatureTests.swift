import Examples
import Foundation
import Reducers
import Testing

@testable import ReducerCheck

/// Loads what is wanted, shows what arrives, and saves a second after it was asked to.
///
/// Written twice: as a reducer of ours, and by two closures for effects of its own kind.
private struct Viewer: Reducer {
  struct State {
    var wanted = 0
    var loading = 0
    var shown: Int?
    var isDirty = false
    var isSaved = false
  }
  enum Action {
    case load, next, edit, save, saved
    case loaded(Int?)
  }
  /// What is to be done, for a runtime of its own.
  enum Command {
    case none
    case load(Int)
    case save
  }
  struct Client: DependencyKey {
    var load: @Sendable (Int) async throws -> Int = { $0 }
    static let liveValue = Client()
  }

  @Dependency(Client.self) var client
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch Self.command(&state, action) {
    case .none: .none
    case .load(let number):
      .run { send in
        let loaded = try? await client.load(number)
        await send(.loaded(loaded))
      }
    case .save:
      .run { send in
        try await clock.sleep(for: .seconds(1))
        await send(.saved)
      }
    }
  }

  static func command(_ state: inout State, _ action: Action) -> Command {
    switch action {
    case .load:
      state.loading += 1
      return .load(state.wanted)
    case .next: state.wanted += 1
    case .edit: state.isDirty = true
    case .save:
      state.isDirty = false
      return .save
    case .saved: state.isSaved = true
    case .loaded(let number):
      state.loading -= 1
      if let number { state.shown = number }
    }
    return .none
  }
}

extension Viewer {
  static var own: Spec<State, Action> {
    Spec("Viewer", of: Viewer(), startingAt: State())
      .endpoint("load") {
        $0[Client.self].load = $1
      } returning: {
        $0
      }
      .demands()
  }

  static var foreign: Spec<State, Action> {
    Spec.foreign("Viewer", startingAt: State()) { harness in
      let load = harness.function("load") { (number: Int) in number }
      let clock = harness.clock
      return (
        reduce: command,
        run: { command, send in
          switch command {
          case .none: break
          case .load(let number): await send(.loaded(try? await load(number)))
          case .save:
            guard (try? await clock.sleep(for: .seconds(1))) != nil else { return }
            await send(.saved)
          }
        }
      )
    }
    .demands()
  }
}

extension Spec<Viewer.State, Viewer.Action> {
  fileprivate func demands() -> Self {
    sending { state in
      [.load] + (state.wanted < 2 ? [.next] : []) + (state.isSaved ? [] : [.edit, .save])
    }
    .quiescent("what is shown is wanted") { $0.shown == nil || $0.shown == $0.wanted }
    .never("saved while dirty") { $0.isSaved && $0.isDirty }
    .always("one load at a time") { $0.inFlight.count(endpoint: "load") <= 1 }
    .step("loading never fails") { !$0.text.contains("failure") }
    .always("loading is in flight") {
      ($0.loading > 0).implies($0.inFlight.count(endpoint: "load") > 0)
    }
    .reachable("the second is shown") { $0.shown == 1 }
    .reachable("the seventh is shown") { $0.shown == 7 }
  }
}

@Suite struct `A feature whose effects have a runtime of their own` {
  private let limits = ExplorationLimits(depth: 4, inFlight: 2, workers: 1, keepsGoing: true)

  @Test func `is searched for the same counterexamples`() throws {
    let lengths = [
      "what is shown is wanted": 3, "saved while dirty": 3, "one load at a time": 2,
      "loading never fails": 2, "the second is shown": 3,
    ]
    for spec in [Viewer.own, Viewer.foreign] {
      try onHarnessThread {
        let run = try SpecRun(spec.erased, inFlight: 2)
        let result = try run.searched(limits)
        let found = result.findings.map { ($0.violation.name, $0.path.steps.count) }
        #expect(Dictionary(found, uniquingKeysWith: min) == lengths)
        for finding in result.findings where finding.violation.kind != "reachable" {
          let trace = run.machine.perform {
            let runner = TraceRunner(machine: run.machine)
            return runner.run(
              runner.trace(of: finding.path), until: finding.violation.demand, exactly: true)
          }
          #expect(trace.violation?.name == finding.violation.name)
        }
      }
    }
  }

  @Test func `is reported by the same events`() {
    func events(_ spec: Spec<Viewer.State, Viewer.Action>) -> [[String]] {
      SpecSession(spec: spec.erased).explore(limits).properties.map { demand in
        demand.events.map { "\($0.kind.rawValue) \($0.text)" }
      }
    }
    #expect(events(Viewer.foreign) == events(Viewer.own))
  }

  @Test func `is never proved, and it is said why`() throws {
    let report = SpecSession(spec: Viewer.foreign.erased).explore(limits)
    #expect(
      report.properties.map(\.verdict) == [
        .falsified, .falsified, .falsified, .falsified, .held, .reached, .inconclusive,
      ])
    #expect(
      report.exploration?.reservations.last == "the effects' own runtime may keep what nobody sees")
    #expect(
      TextFormat(command: "x").text(report)
        .contains("  Limited: the effects' own runtime may keep what nobody sees.\n"))
  }

  @Test func `is asked for calls of what it got from the harness, and of nothing else`() {
    let report = SpecSession(spec: Viewer.foreign.erased).explore(limits)
    #expect(report.error == nil)
    let spec = Viewer.foreign.always("saves") { $0.inFlight.count(endpoint: "saev") == 0 }
    let other = SpecSession(spec: spec.erased).explore(limits)
    #expect(
      other.error
        == "A property asks for calls of \"saev\", but the spec has no such endpoint. It has: load."
    )
  }

  @Test func `is not proved where nothing is left to meet either`() throws {
    let jugs = Spec.foreign("Jugs", startingAt: Jugs.State()) { _ in
      (
        reduce: { (state: inout Jugs.State, action: Jugs.Action) in
          _ = Jugs().reduce(into: &state, action: action)
        }, run: { _, _ in }
      )
    }
    .sending { _ in Jugs.Action.allCases }
    .never("four litres") { $0.big == 4 }
    .never("six litres") { $0.big == 6 }
    .reachable("six litres too") { $0.big == 6 }
    let report = SpecSession(spec: jugs.erased).explore(ExplorationLimits(keepsGoing: true))
    let exploration = try #require(report.exploration)
    #expect(exploration.isClosed)
    #expect(exploration.distinct == 16)
    #expect(exploration.generated == 97)
    #expect(exploration.reservations == ["the effects' own runtime may keep what nobody sees"])
    #expect(report.properties.map(\.verdict) == [.falsified, .held, .inconclusive])
    #expect(report.properties.map(\.length) == [6, nil, nil])
  }

  private struct Marked { var isBad = false }

  private enum Mark {
    case first, second
    case done(Bool)
  }

  /// Two actions whose effects wait for the same and do something else then.
  private static var marked: Spec<Marked, Mark> {
    Spec.foreign("Marked", startingAt: Marked()) { harness in
      let load = harness.function("load", outcomes: { [Outcome.success(1)] })
      return (
        reduce: { (state: inout Marked, action: Mark) -> Bool? in
          switch action {
          case .first: return false
          case .second: return true
          case .done(let isBad):
            state.isBad = isBad
            return nil
          }
        },
        run: { mark, send in
          guard let mark, (try? await load()) != nil else { return }
          await send(.done(mark))
        }
      )
    }
    .sending(.first, .second)
  }

  private func lengths(_ spec: any Checkable) -> [Int?] {
    SpecSession(spec: spec.erased)
      .explore(ExplorationLimits(inFlight: 2, workers: 1, keepsGoing: true)).properties.map(
        \.length)
  }

  @Test func `is told apart by who started an effect`() {
    #expect(lengths(Self.marked.never("bad") { $0.isBad }) == [2])
    #expect(
      lengths(Self.marked.never("second") { $0.inFlight.count(startedBy: "second") > 0 }) == [1])
  }

  @Test func `is told apart by the environment's model`() {
    let spec = Self.marked.environment(0).move("up", when: { $0 < 3 }) { $0 += 1 }
      .never("two") { $0.environment(Int.self) >= 2 }
    #expect(lengths(spec) == [2])
  }

  @Test func `closes where effects come and go`() throws {
    let report = SpecSession(spec: Self.marked.never("x") { _ in false }.erased)
      .explore(ExplorationLimits(inFlight: 2, workers: 1))
    let exploration = try #require(report.exploration)
    #expect(exploration.isClosed)
    // Nothing, one of two or two of two in the order they came, twice: good or bad.
    #expect(exploration.distinct == 2 * (1 + 2 + 4))
  }

  @Test func `is not asked for cycles, and that is said`() {
    let report = SpecSession(spec: Self.marked.eventually("good") { !$0.isBad }.erased)
      .explore(ExplorationLimits(inFlight: 1, workers: 1))
    #expect(
      report.exploration?.reservations.contains {
        $0.hasPrefix("what is to come in the end was asked where the feature rests")
      } == true)
  }

  @Test func `never has a certificate of global minimality`() {
    let report = SpecSession(spec: Self.marked.never("bad") { $0.isBad }.erased)
      .explore(ExplorationLimits(inFlight: 2, workers: 1))
    #expect(report.properties.first?.minimality == "1-minimal: no event can be dropped.")
  }

  /// A feature whose one effect does as it is told, then sends.
  private static func escaping(
    _ work:
      @escaping @Sendable (
        _ load: @escaping @Sendable () async throws -> Int,
        _ send: @escaping @Sendable (Bool) async -> Void
      ) async -> Void
  ) -> Spec<Bool, Bool> {
    Spec.foreign("Escaping", startingAt: false) { harness in
      let load = harness.function("load", outcomes: { [Outcome.success(1)] })
      return (
        reduce: { (state: inout Bool, action: Bool) -> Bool in
          if action { state = true }
          return !action
        },
        run: { isToRun, send in if isToRun { await work({ try await load() }, send) } }
      )
    }
    .sending(false).never("true") { $0.state }
  }

  @Test func `says what comes out of its control, and of what that leaves nothing is held`() throws
  {
    let features: [(Spec<Bool, Bool>, FindingKind)] = [
      (Self.escaping { _, _ in while !Task.isCancelled { await Task.yield() } }, .neverSuspends),
      (
        Self.escaping { _, send in
          await withCheckedContinuation { continuation in
            DispatchQueue.global().asyncAfter(deadline: .now() + 0.2) { continuation.resume() }
          }
          await send(true)
        }, .uncontrolled
      ),
      (
        Self.escaping { load, send in
          Task.detached {
            _ = try? await load()
            await send(true)
          }
        }, .uncontrolled
      ),
    ]
    for (spec, kind) in features {
      let report = SpecSession(spec: spec.erased)
        .explore(ExplorationLimits(depth: 2, inFlight: 1, workers: 1))
      #expect(report.findings.map(\.kind).contains(kind.rawValue))
      #expect(report.properties.first?.verdict == .inconclusive, "\(kind)")
    }
  }
}
