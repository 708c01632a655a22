import Reducers
import Testing

@testable import ReducerCheck

/// Two buttons that start the same work under different ids, and a third that stops one of them.
private struct TwoButtons: Reducer {
  struct State { var busy = false }
  enum Action { case goA, goB, stop, done }
  enum ID { case a, b }

  @Dependency(\.backend) var backend

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .goA, .goB:
      state.busy = true
      return work.cancellable(id: action == .goA ? ID.a : ID.b)
    case .stop: return .cancel(id: ID.a)
    case .done:
      state.busy = false
      return .none
    }
  }

  private var work: Effect<Action> {
    .run { send in
      try await backend.f()
      await send(.done)
    }
  }
}

/// One effect, or two of the same.
private struct OneOrTwo: Reducer {
  struct State {}
  enum Action { case one, two }

  @Dependency(\.backend) var backend

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    action == .one ? work : .merge(work, work)
  }

  private var work: Effect<Action> { .run { _ in try await backend.f() } }
}

@Suite struct `What an effect can be cancelled by is part of what it is` {
  @Test func `effects under different ids are told apart`() throws {
    let spec = Spec("TwoButtons", of: TwoButtons(), startingAt: TwoButtons.State())
      .answering()
      .sending { state in state.busy ? [.stop] : [.goA, .goB, .stop] }
      .always("busy implies in flight") { $0.busy.implies($0.hasEffectInFlight) }
    let explored = try explored(spec)
    #expect(explored.count == 4)
    #expect(explored.closed)
    #expect(explored.traces["busy implies in flight"] == ["send goA", "send stop"])
  }

  @Test(arguments: [(true, 4), (false, 3)])
  func `effects are grouped by the send that can be cancelled`(
    cancellable: Bool, count: Int
  ) throws {
    let spec = Spec("OneOrTwo", of: OneOrTwo(), startingAt: OneOrTwo.State())
      .answering()
      .sending(.one, .two)
      .cancellable(cancellable)
      .inFlight(atMost: 2)
    let explored = try explored(spec, cap: 2)
    #expect(explored.count == count)
    #expect(explored.closed)
  }
}
