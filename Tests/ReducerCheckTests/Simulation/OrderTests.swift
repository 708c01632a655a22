import Reducers
import Testing

@testable import ReducerCheck

/// Two tasks of one effect send at once.
private struct TwoSenders: Reducer {
  struct State { var last: String? }
  enum Action {
    case start
    case set(String)
  }

  @Dependency(\.backend) var backend

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      return .run { send in
        try await backend.f()
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await send(.set("a")) }
          group.addTask { await send(.set("b")) }
        }
      }
    case .set(let name):
      state.last = name
      return .none
    }
  }
}

/// Reads a value while it is written.
private struct ReadAndWrite: Reducer {
  struct State {
    var value: Int?
    var saved = false
    var isStale = false
  }
  enum Action {
    case start
    case loaded(Int)
    case saved
  }

  @Dependency(\.backend) var backend

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      return .merge(
        .run { send in await send(.loaded(backend.read())) },
        .run { send in
          await backend.write(1)
          await send(.saved)
        })
    case .loaded(let value):
      state.value = value
      if state.saved && value == 0 { state.isStale = true }
    case .saved: state.saved = true
    }
    return .none
  }
}

/// Does one thing, cancels an id, and does another under that id.
private struct Series: Reducer {
  enum Part { case cancel, cancelInFlight }
  struct State {
    var started = false
    var delivered: [Int] = []
  }
  enum Action {
    case start, stop
    case done(Int)
  }
  enum ID { case x }

  @Dependency(\.backend) var backend
  let part: Part

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      state.started = true
      return switch part {
      case .cancel: .concatenate(run(0), .cancel(id: ID.x), run(1).cancellable(id: ID.x))
      case .cancelInFlight:
        .concatenate(
          run(0).cancellable(id: ID.x, cancelInFlight: true),
          run(1).cancellable(id: ID.x, cancelInFlight: true))
      }
    case .stop: return .cancel(id: ID.x)
    case .done(let number):
      state.delivered.append(number)
      return .none
    }
  }

  private func run(_ number: Int) -> Effect<Action> {
    .run { send in
      try await backend.call(number)
      await send(.done(number))
    }
  }

  static func spec(_ part: Part, stops: Bool) -> Spec<State, Action> {
    Spec("Series", of: Series(part: part), startingAt: State())
      .answering()
      .sending { $0.started ? (stops ? [.stop] : []) : [.start] }
      .quiescent("both deliver") { (!$0.started || $0.delivered == [0, 1]) }
      .never("the second alone") { $0.delivered == [1] }
  }
}

@Suite struct `What may come in which order` {
  @Test func `of several sends that are ready any may be first`() throws {
    let spec = Spec("TwoSenders", of: TwoSenders(), startingAt: TwoSenders.State())
      .answering()
      .starting(with: .start)
      .sending { _ in [] }
    let explored = try explored(spec)
    #expect(explored.count == 5)
    #expect(explored.closed)
    #expect(explored.traces == [:])
  }

  @Test func `a call of an environment is made, then served, then answered`() throws {
    let spec = Spec("ReadAndWrite", of: ReadAndWrite(), startingAt: ReadAndWrite.State())
      .environment(0)
      .endpoint("read", install: { $0.backend.read = $1 }, serving: { (value: inout Int) in value })
      .endpoint("write") {
        $0.backend.write = $1
      } serving: { (value: inout Int, new: Int) in
        value = new
      }
      .starting(with: .start)
      .sending { _ in [] }
      .never("no 0 arrives after saved") { $0.isStale }
    let explored = try explored(spec)
    #expect(explored.count == 14)
    #expect(explored.closed)
    #expect(
      explored.traces["no 0 arrives after saved"] == [
        "serve read()", "serve write(1)", "resolve write(1) → ()", "resolve read() → 0",
      ])
  }

  @Test(arguments: [Series.Part.cancel, .cancelInFlight])
  private func `a part of a concatenation does not cancel later parts`(part: Series.Part) throws {
    let explored = try explored(Series.spec(part, stops: false))
    #expect(explored.count == 4)
    #expect(explored.closed)
    #expect(explored.traces == [:])
  }

  @Test func `a part that has not started can be cancelled from outside`() throws {
    let explored = try explored(Series.spec(.cancel, stops: true))
    #expect(explored.closed)
    #expect(
      explored.traces == [
        "both deliver": ["send start", "send stop", "resolve call(0) → ()"]
      ])
  }
}
