import Reducers
import Testing

@testable import ReducerCheck

/// Counts by one effect that sends twice: in several ways that differ in what becomes of its sends.
private struct Counting: Reducer {
  struct State {
    var count = 0
    var hasStarted = false
    var isLate = false
  }
  enum Action {
    case first, last
    case brief, long
    case both
    case pair, one, two
    case counted(Int)
    case late
  }
  enum ID { case count }

  /// Whether two seconds pass from the first send on.
  var waits = false
  @Dependency(\.backend) var backend
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .first, .last, .brief, .long, .both, .pair: state.hasStarted = true
    case .counted, .late, .one, .two: break
    }
    switch action {
    case .first: return counting.throttle(id: ID.count, for: .seconds(1), latest: false)
    case .last: return counting.throttle(id: ID.count, for: .seconds(1), latest: true)
    case .brief: return counting.throttle(id: ID.count, for: .seconds(1), latest: true)
    case .long: return counting.throttle(id: ID.count, for: .seconds(3), latest: true)
    case .both:
      return .merge(counting, counting.throttle(id: ID.count, for: .seconds(1), latest: true))
    case .pair: return .merge(.send(.one), .send(.two))
    case .one, .two: return counting
    case .counted(let number):
      state.count += number
      return waits && number == 1 ? waiting : .none
    case .late:
      state.isLate = true
      return .none
    }
  }

  private var counting: Effect<Action> {
    .run { send in
      try? await backend.f()
      await send(.counted(1))
      await send(.counted(10))
      await send(.counted(100))
    }
  }

  private var waiting: Effect<Action> {
    .run { send in
      try await clock.sleep(for: .seconds(2))
      await send(.late)
    }
  }

  static func spec(_ actions: Action..., waits: Bool = false) -> Spec<State, Action> {
    Spec("Counting", of: Counting(waits: waits), startingAt: State())
      .answering()
      .sending { $0.hasStarted ? [] : actions }
  }
}

@Suite struct `Effects of one closure are told apart` {
  private func reached(_ spec: Spec<Counting.State, Counting.Action>) throws -> [String] {
    try searched(spec, ExplorationLimits(workers: 1, keepsGoing: true)).findings
      .map(\.violation.name).sorted()
  }

  @Test func `by what a throttle keeps of their actions`() throws {
    let spec = Counting.spec(.first, .last)
      .reachable("the first kept") { $0.count == 11 }
      .reachable("the last kept") { $0.count == 101 }
    #expect(try reached(spec) == ["the first kept", "the last kept"])
  }

  @Test func `by how long a throttle waits`() throws {
    let spec = Counting.spec(.brief, .long, waits: true)
      .reachable("before two seconds") { $0.count == 101 && !$0.isLate }
      .reachable("after two seconds") { $0.count == 1 && $0.isLate && $0.inFlight.isEmpty }
    #expect(try reached(spec) == ["after two seconds", "before two seconds"])
  }

  @Test func `by whether their actions pass a throttle`() throws {
    let spec = Counting.spec(.both)
      .reachable("the throttled one alone") { $0.count == 1 && $0.inFlight.count == 1 }
      .reachable("the other one alone") { $0.count == 111 && $0.inFlight.count == 1 }
    #expect(try reached(spec) == ["the other one alone", "the throttled one alone"])
  }

  @Test func `by what started them, where a property asks for it`() throws {
    let spec = Counting.spec(.pair)
      .reachable("one is left") {
        $0.inFlight.count == 1 && $0.inFlight.count(startedBy: "one") == 1
      }
      .reachable("two is left") {
        $0.inFlight.count == 1 && $0.inFlight.count(startedBy: "two") == 1
      }
    #expect(try reached(spec) == ["one is left", "two is left"])
  }
}
