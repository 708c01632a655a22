import Reducers
import Testing

@testable import ReducerCheck

/// A load that takes a second, and any number of them side by side.
private struct Slow: Reducer {
  struct State { var loads = 0 }
  enum Action { case load, loaded }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .load:
      state.loads += 1
      return .run { send in
        try await clock.sleep(for: .seconds(1))
        await send(.loaded)
      }
    case .loaded:
      state.loads -= 1
      return .none
    }
  }

  static var spec: Spec<State, Action> {
    Spec("Slow", of: Slow(), startingAt: State())
      .withoutIdling()
      .eventually("loading ends") { $0.loads == 0 }
  }
}

@Suite struct `A goal that is reached as far as a limit lets see` {
  private let wander = Wander.spec([[1, 2], [3], [3], []]).eventually("three") { $0.node == 3 }

  private func outcome(
    _ spec: any Checkable, _ limits: ExplorationLimits
  ) throws -> (verdict: DemandReport.Verdict, reservations: [String]) {
    let report = SpecSession(spec: spec.erased).explore(limits)
    let exploration = try #require(report.exploration)
    return (try #require(report.properties.first).verdict, exploration.reservations)
  }

  @Test func `is proved where there is none`() throws {
    let (verdict, reservations) = try outcome(wander, ExplorationLimits())
    #expect(verdict == .proved)
    #expect(reservations == [])
  }

  @Test(arguments: [
    (ExplorationLimits(depth: 1), "the search went to a depth of 1 events"),
    (ExplorationLimits(configurations: 1), "the search stopped at 1 configurations"),
    (ExplorationLimits(isCompact: true), "compact store: a configuration was missed with odds"),
  ])
  func `is held, and what limited it is said`(limits: ExplorationLimits, limit: String) throws {
    let (verdict, reservations) = try outcome(wander, limits)
    #expect(verdict == .held)
    #expect(reservations.count == 1)
    #expect(reservations.first?.hasPrefix(limit) == true)
  }

  @Test func `is held where effects in flight were limited`() throws {
    let spec = Slow.spec.sending(.load)
    let (verdict, reservations) = try outcome(spec, ExplorationLimits(inFlight: 2))
    #expect(verdict == .held)
    // From two loads with a second to go, and from two of which one is due.
    #expect(
      reservations.first
        == "at most 2 effects in flight, and as many that drain (steps past that, not taken: 2)")
  }

  @Test func `is held where time was limited`() throws {
    let spec = Slow.spec.sending { $0.loads == 0 ? [.load] : [] }
    let (verdict, reservations) = try outcome(
      spec, ExplorationLimits(virtualTime: .milliseconds(500)))
    #expect(verdict == .held)
    #expect(reservations.contains("virtual time up to 0.5 seconds"))
  }

  @Test func `is missed all the same by a cycle within the limit`() throws {
    let endless = Wander.spec([[1], [2], [1, 3], [4], [5], []]).eventually("five") { $0.node == 5 }
    let (verdict, reservations) = try outcome(endless, ExplorationLimits(depth: 3))
    #expect(verdict == .falsified)
    #expect(reservations == ["the search went to a depth of 3 events"])
  }
}
