import Foundation
import Reducers
import Testing

@testable import ReducerCheck

/// Locks when it is checked late.
private struct Lock: Reducer {
  struct State { var isLocked = false }
  enum Action { case wake, check }

  @Dependency(\.date) var date
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .wake: return .run { _ in try await clock.sleep(for: .seconds(10)) }
    case .check:
      if date.now > Date(timeIntervalSince1970: 5) { state.isLocked = true }
      return .none
    }
  }
}

/// Sleeps for less than a millisecond, and looks at the time.
private struct Blink: Reducer {
  struct State {
    var hasBlinked = false
    var isLate: Bool?
  }
  enum Action { case short, long, look }

  @Dependency(\.date) var date
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .short, .long:
      state.hasBlinked = true
      let duration = Duration.microseconds(action == .short ? 200 : 700)
      return .run { _ in try await clock.sleep(for: duration) }
    case .look:
      state.isLate = date.now > Date(timeIntervalSince1970: 0.000_5)
      return .none
    }
  }
}

/// Sleeps twice for ten seconds, and looks at the date.
private struct Sleeper: Reducer {
  struct State {
    var start: Date?
    var elapsed: [TimeInterval] = []
  }
  enum Action { case tap, woke }

  @Dependency(\.date) var date
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .tap:
      state.start = date.now
      return .run { send in
        for _ in 0..<2 {
          try await clock.sleep(for: .seconds(10))
          await send(.woke)
        }
      }
    case .woke:
      if let start = state.start { state.elapsed.append(date.now.timeIntervalSince(start)) }
      return .none
    }
  }
}

@Suite struct `The date` {
  @Test func `goes on with the clock`() throws {
    let spec = Spec("Sleeper", of: Sleeper(), startingAt: .init()).sending { state in
      state.start == nil ? [.tap] : []
    }
    .withoutIdling()
    .always("ten seconds are ten seconds") { [[], [10], [10, 20]].contains($0.elapsed) }
    .reachable("twenty seconds") { $0.elapsed == [10, 20] }
    let report = SpecSession(spec: spec.erased).explore(ExplorationLimits(workers: 1))
    #expect(report.properties.map(\.verdict) == [.held, .reached])
  }
}

/// A deadline in ten seconds, and an undo button that shows between seven and nine after a tap.
private struct Undo: Reducer {
  struct State {
    var wasTapped = false
    var showsUndo = false
    var firedWhileShowing = false
  }
  enum Action { case start, fire, tap, show, hide }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start: return after(10, .fire)
    case .tap:
      state.wasTapped = true
      return after(7, .show)
    case .show:
      state.showsUndo = true
      return after(2, .hide)
    case .hide: state.showsUndo = false
    case .fire: if state.showsUndo { state.firedWhileShowing = true }
    }
    return .none
  }

  private func after(_ seconds: Int, _ action: Action) -> Effect<Action> {
    .run { send in
      try await clock.sleep(for: .seconds(seconds))
      await send(action)
    }
  }

  static var spec: Spec<State, Action> {
    Spec("Undo", of: Undo(), startingAt: State())
      .starting(with: .start)
      .sending { $0.wasTapped ? [] : [.tap] }
      .never("the deadline passes while undo shows") { $0.firedWhileShowing }
      .step("the deadline passes, and nothing else is due, while undo shows") { step in
        !(step.after.firedWhileShowing && !step.before.firedWhileShowing
          && step.before.sleepsDue == 1)
      }
  }
}

@Suite struct `Time is part of a configuration as far as somebody can tell` {
  @Test func `absolute time counts once somebody reads it`() throws {
    let spec = Spec("Lock", of: Lock(), startingAt: Lock.State())
      .sending(.wake, .check)
      .never("locked") { $0.isLocked }
    let explored = try explored(spec, depth: 3, cap: 2)
    #expect(
      explored.traces["locked"] == [
        "send wake", "advance clock.sleep(10.0 seconds) after 10.0 seconds", "send check",
      ])
  }

  @Test func `less than a millisecond counts too`() throws {
    let spec = Spec("Blink", of: Blink(), startingAt: Blink.State())
      .sending { $0.hasBlinked ? [.look] : [.short, .long] }
      .reachable("early") { $0.isLate == false && $0.inFlight.isEmpty }
      .reachable("late") { $0.isLate == true && $0.inFlight.isEmpty }
    let found = try searched(spec, ExplorationLimits(depth: 3, workers: 1))
    #expect(found.findings.map(\.violation.name).sorted() == ["early", "late"])
  }

  @Test func `time also passes without a deadline`() throws {
    let explored = try explored(Undo.spec)
    #expect(explored.count == 83)
    #expect(explored.closed)
    #expect(explored.length(of: "the deadline passes while undo shows") == 4)
    #expect(
      explored.traces["the deadline passes, and nothing else is due, while undo shows"] == [
        "idle 2.0 seconds", "send tap", "advance clock.sleep(7.0 seconds) after 7.0 seconds",
        "advance clock.sleep(10.0 seconds) after 1.0 seconds",
      ])
  }

  @Test func `without idling the same is missed`() throws {
    let explored = try explored(Undo.spec.withoutIdling())
    #expect(explored.count == 8)
    #expect(explored.closed)
    #expect(explored.traces == [:])
  }
}
