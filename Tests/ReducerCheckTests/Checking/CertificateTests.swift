import Reducers
import Synchronization
import Testing

@testable import ReducerCheck

/// Two dials that have to be turned to nine and two, one step at a time.
private struct Dials: Reducer {
  struct State: Equatable {
    var one = 0
    var two = 0
  }
  enum Action: Equatable { case turnOne, turnTwo, reset }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .turnOne: state.one = min(state.one + 1, 20)
    case .turnTwo: state.two = min(state.two + 1, 20)
    case .reset: (state.one, state.two) = (0, 0)
    }
    return .none
  }

  static func spec(unlocksAt one: Int, _ two: Int) -> Spec<State, Action> {
    Spec("Dials", of: Dials(), startingAt: State())
      .sending(.turnOne, .turnTwo, .reset)
      .never("unlocked") { $0.one == one && $0.two == two }
  }
}

/// Counts as far as its many digits go, so that what is within reach is too much to look at.
private struct Digits: Reducer {
  struct State: Equatable { var digits = Array(repeating: 0, count: 8) }

  func reduce(into state: inout State, action: Int) -> Effect<Int> {
    state.digits[action] += 1
    return .none
  }

  static var spec: Spec<State, Int> {
    Spec("Digits", of: Digits(), startingAt: State())
      .sending(0, 1, 2, 3, 4, 5, 6, 7)
      .never("twelve") { $0.digits[0] == 12 }
  }
}

@Suite struct `A counterexample's certificate` {
  private func certificate(
    _ spec: any Checkable, _ choices: [Int]
  ) throws -> (length: Int, certificate: Certificate)? {
    try onHarnessThread {
      let run = try SpecRun(spec.erased)
      return run.machine.perform {
        var configuration = run.machine.start(from: run.model.initialStates[0])
        var path = Path(start: run.model.initialStates[0])
        for choice in choices {
          var events: [Event] = []
          run.machine.events(in: configuration, into: &events)
          path.steps.append(Path.Step(event: events[choice], choices: []))
          _ = run.machine.apply(events[choice], to: &configuration)
        }
        let trace = TraceRunner(machine: run.machine).trace(of: path)
        guard let property = run.model.properties.first,
          let shrunk = TraceShrinker(machine: run.machine).shrink(trace, demand: property.demand)
        else { return nil }
        return (shrunk.trace.events.count, shrunk.certificate)
      }
    }
  }

  @Test func `of a long trace is that the shorter depths were searched`() throws {
    let walk = Array(repeating: 0, count: 4) + [2] + Array(repeating: 0, count: 9) + [1, 1]
    let found = try #require(try certificate(Dials.spec(unlocksAt: 9, 2), walk))
    #expect(found.length == 11)
    // All (one, two) with a sum of at most ten: 11 · 12 / 2.
    #expect(found.certificate == .noShorterTrace(configurations: 66, events: 10))
  }

  @Test func `is less where that is too much`() throws {
    let found = try #require(try certificate(Digits.spec, Array(repeating: 0, count: 12)))
    #expect(found.length == 12)
    #expect(found.certificate == .noEventCanBeDropped)
  }

  /// Goes up by one or, where it was asked an odd number of times, by two.
  private struct Moody: Reducer {
    struct State: Equatable { var number = 0 }
    final class Mood: Sendable { let asked = Mutex(0) }
    let mood = Mood()

    func reduce(into state: inout State, action: Int) -> Effect<Int> {
      let asked = mood.asked.withLock {
        $0 += 1
        return $0
      }
      state.number = min(9, state.number + 1 + asked % 2)
      return .none
    }
  }

  /// Keeps its number in an object that all its states share.
  private struct Shared: Reducer {
    final class Box { var number = 0 }
    struct State {
      var box = Box()
      var number = 0
    }

    func reduce(into state: inout State, action: Int) -> Effect<Int> {
      state.number = min(9, state.number + 1)
      return .none
    }
  }

  @Test func `is not of all traces where a reducer answers otherwise each time`() throws {
    let spec = Spec("Moody", of: Moody(), startingAt: .init()).sending(0).never("three") {
      $0.number >= 3
    }
    let found = try #require(try certificate(spec, [0, 0, 0]))
    if case .noShorterTrace = found.certificate { Issue.record("\(found)") }
  }

  @Test func `is not of all traces where State holds what structure cannot compare`() throws {
    let spec = Spec("Shared", of: Shared(), startingAt: .init()).sending(0).never("three") {
      $0.number >= 3
    }
    let found = try #require(try certificate(spec, [0, 0, 0]))
    #expect(found.length == 3)
    #expect(found.certificate == .noEventCanBeDropped)
  }
}
