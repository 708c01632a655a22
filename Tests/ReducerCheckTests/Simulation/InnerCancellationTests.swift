import Reducers
import Testing

@testable import ReducerCheck

/// An effect of which a part can be cancelled.
private struct Partly: Reducer {
  struct State {
    var started = false
    var got = false
    var after = false
  }
  enum Action { case go, stop, got, after }
  enum ID { case part }

  @Dependency(\.backend) var backend
  /// Whether the part tells what it got before it logs it.
  var tells = false

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .go:
      state.started = true
      return .run { [tells] send in
        try? await withTaskCancellation(id: ID.part) {
          try await backend.f()
          if tells {
            await send(.got)
            await backend.g()
          }
        }
        await send(.after)
      }
    case .stop: return .cancel(id: ID.part)
    case .got: state.got = true
    case .after: state.after = true
    }
    return .none
  }

  static func spec(tells: Bool) -> Spec<State, Action> {
    Spec("Partly", of: Partly(tells: tells), startingAt: State())
      .answering()
      .sending { $0.started ? [.stop] : [.go, .stop] }
      .quiescent("the rest goes on") { (!$0.started || $0.after) }
  }
}

/// Two parts under one id, one after the other or side by side in two effects.
private struct Latest: Reducer {
  struct State {
    var asked = 0
    var got: [Int] = []
  }
  enum Action {
    case ask
    case got(Int)
  }
  enum ID { case part }

  @Dependency(\.backend) var backend

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .ask:
      state.asked += 1
      return .run { [number = state.asked] send in
        try await withTaskCancellation(id: ID.part, cancelInFlight: true) {
          try await backend.call(number)
        }
        await send(.got(number))
      }
    case .got(let number):
      state.got.append(number)
      return .none
    }
  }
}

/// An effect that cancels another, or itself, from inside.
private struct Killing: Reducer {
  enum Way { case another, itself, onDelivery, onDeliveryUnheeded }
  struct State {
    var started = false
    var got = false
    var after = false
  }
  enum Action { case go, kill, got, after }
  enum ID { case work }

  @Dependency(\.backend) var backend
  let way: Way

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .go:
      state.started = true
      return work.cancellable(id: ID.work)
    case .kill: return .run { _ in await Task.cancel(id: ID.work) }
    case .got:
      state.got = true
      return way == .onDelivery || way == .onDeliveryUnheeded ? .cancel(id: ID.work) : .none
    case .after:
      state.after = true
      return .none
    }
  }

  private var work: Effect<Action> {
    .run { [way] send in
      try await backend.f()
      if way == .itself { await Task.cancel(id: ID.work) }
      await send(.got)
      if way == .onDelivery { try await backend.f() }
      if way == .onDeliveryUnheeded { await backend.g() }
      if way != .another { await send(.after) }
    }
  }

  static func explored(_ way: Way) throws -> NaiveExplorer {
    let spec = Spec("Killing", of: Killing(way: way), startingAt: State())
      .answering()
      .sending { $0.started ? (way == .another ? [.kill] : []) : [.go] }
      .never("after") { $0.after }
      .never("got") { $0.got }
    return try ReducerCheckTests.explored(spec)
  }
}

@Suite struct `Ids registered and cancelled inside a closure` {
  @Test func `what is sent after an inner cancellation is delivered`() throws {
    let explored = try explored(Partly.spec(tells: false))
    #expect(explored.count == 4)
    #expect(explored.closed)
    #expect(explored.traces == [:])
  }

  @Test func `an inner cancellation may come after the call has returned`() throws {
    let spec = Partly.spec(tells: true).always(
      "logged implies got", remembering: false,
      update: { logged, step in if step.after.isPending("g") { logged = true } },
      check: { at, logged in logged.implies(at.got) })
    let explored = try explored(spec)
    #expect(explored.closed)
    #expect(explored.traces == ["logged implies got": ["send go", "send stop"]])
    #expect(try disagreements(spec) == [])
  }

  @Test func `cancelInFlight inside a closure ends the part before, not its own`() throws {
    let spec = Spec("Latest", of: Latest(), startingAt: Latest.State())
      .answering()
      .sending { $0.asked < 2 ? [.ask] : [] }
      .quiescent("the last question is answered") { at in
        at.asked == 0 || at.got.contains(at.asked)
      }
      .quiescent("the last answer is to the last question") { ($0.got.last ?? 0) == $0.asked }
    let explored = try explored(spec)
    // Without the last three: not asked, asked, answered; asked again before or after that, and
    // answered again. The first call may have returned when the second question cancels its part:
    // then its answer, which is sent outside of the part, comes before or after the second's.
    #expect(explored.count == 7 + 3)
    #expect(explored.closed)
    #expect(
      explored.traces == [
        "the last answer is to the last question": [
          "send ask", "send ask", "resolve call(2) → ()", "deliver got(1)",
        ]
      ])
    #expect(try disagreements(spec) == [])
  }

  @Test func `an effect can cancel another`() throws {
    let explored = try Killing.explored(.another)
    #expect(explored.count == 4)
    #expect(explored.closed)
    #expect(explored.length(of: "got") == 2)
  }

  @Test func `an effect that has cancelled itself sends nothing`() throws {
    let explored = try Killing.explored(.itself)
    #expect(explored.count == 3)
    #expect(explored.closed)
    #expect(explored.traces == [:])
  }

  @Test(arguments: [(Killing.Way.onDelivery, 3), (.onDeliveryUnheeded, 4)])
  private func `a delivered action may cancel the effect that sent it`(
    way: Killing.Way, count: Int
  ) throws {
    let explored = try Killing.explored(way)
    #expect(explored.count == count)
    #expect(explored.closed)
    #expect(explored.length(of: "got") == 2)
    #expect(explored.length(of: "after") == nil)
  }
}
