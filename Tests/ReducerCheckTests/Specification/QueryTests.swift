import Foundation
import ReducerCheck
import Reducers
import Testing

/// Two kinds of work under ids of their own, and draws of every kind.
private struct Work: Reducer, Sendable {
  struct State: Equatable {
    var started = 0
    var dice: [Int] = []
    var dates: [Date] = []
  }

  enum Action: Equatable {
    case one
    case two
    case stop
    case roll
    case done
  }

  enum Visible: Hashable { case two }
  private enum Hidden { case one }

  @Dependency(\.work) var work
  @Dependency(\.date) var date
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .one:
      state.started += 1
      return .run { send in
        await work.first()
        await send(.done)
      }
      .cancellable(id: Hidden.one)
    case .two:
      state.started += 1
      return .run { send in
        await work.second()
        await send(.done)
      }
      .cancellable(id: Visible.two)
    case .stop: return .merge(.cancel(id: Hidden.one), .cancel(id: Visible.two))
    case .roll:
      state.dice.append(withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) })
      state.dates.append(date.now)
      return .none
    case .done: return .none
    }
  }
}

private struct WorkClient: Sendable, DependencyKey {
  var first: @Sendable () async -> Void = {}
  var second: @Sendable () async -> Void = {}

  static let liveValue = WorkClient()
}

extension DependencyValues {
  fileprivate var work: WorkClient {
    get { self[WorkClient.self] }
    set { self[WorkClient.self] = newValue }
  }
}

private let spec = Spec("Work", of: Work(), startingAt: Work.State())
  .endpoint("first") { $0.work.first = $1 }
  .endpoint("second") { $0.work.second = $1 }
  .sending(.one, .two, .stop, .roll)

/// The length of the counterexample of a spec's only property; nil if it holds.
private func length(_ spec: some Checkable) -> Int? {
  TestRun(of: spec, walks: 60).report.properties.first?.length
}

@Suite struct `What is in flight can be asked for` {
  @Test func `by endpoint`() {
    #expect(length(spec.never("two") { $0.inFlight.count(endpoint: "second") == 2 }) == 2)
  }

  @Test func `by id, and by the text of a private id`() {
    #expect(length(spec.never("two") { $0.inFlight.count(id: Work.Visible.two) == 1 }) == 1)
    #expect(length(spec.never("one") { $0.inFlight.count(idNamed: "Hidden.one") == 1 }) == 1)
    #expect(length(spec.never("none") { $0.inFlight.count(idNamed: "Hidden.other") == 1 }) == nil)
  }

  @Test func `by the action that started it`() {
    #expect(length(spec.never("two") { $0.inFlight.count(startedBy: "two") == 2 }) == 2)
  }

  @Test func `and what was cancelled and still drains is not counted`() {
    let cancelled = spec.step("stop leaves nothing in flight") { step in
      (step.actions.contains(.stop)).implies(step.after.inFlight.isEmpty)
    }
    #expect(length(cancelled) == nil)
    let draining = spec.always("started work is in flight") {
      ($0.started > 0).implies($0.hasEffectInFlight)
    }
    #expect(length(draining) == 2)
  }
}

@Suite struct `Properties` {
  @Test func `may remember the history as a value`() {
    let remembering = spec.always(
      "no two rolls in a row", remembering: 0,
      update: { count, step in count = step.actions == [.roll] ? count + 1 : 0 },
      check: { _, count in (count < 2).because { "\(count) rolls" } })
    let report = TestRun(of: remembering, walks: 60).report.properties[0]
    #expect(report.events.map(\.text) == ["roll", "roll"])
    #expect(report.reason == "2 rolls")
  }

  @Test func `at quiescence wait for what is pending`() {
    let quiescent = spec.quiescent("nothing was started") { $0.started == 0 }
    #expect(length(quiescent) == 2)
  }

  @Test func `are shown drawn values that are the same in every run`() {
    let rolled = spec.never("four rolls") { $0.dice.count == 4 }
    let one = TestRun(of: rolled, walks: 60).report.properties[0]
    let two = TestRun(of: rolled, seed: 9, walks: 60).report.properties[0]
    #expect(one.events.map(\.changes) == two.events.map(\.changes))
    #expect(one.length == 4)
    #expect(Set(one.events.flatMap(\.changes)).count > 4, "the numbers and the dates differ")
  }
}

@Suite struct `Specs of one name can be checked side by side` {
  @Test(arguments: 0..<40) func `and none takes the other's note away`(index: Int) {
    let run = TestRun(of: spec.always("true") { _ in true }, seed: UInt64(index), walks: 2)
    #expect(run.report.error == nil)
  }
}
