import Foundation
import Reducers
import Testing

@testable import ReducerCheck

/// Takes two tickets at once: in one effect, or in two that are alike.
private struct TwoTickets: Reducer {
  struct State: Equatable {
    var taken: [Int] = []
  }
  enum Action {
    case start
    case took([Int])
  }

  let isOneEffect: Bool
  @Dependency(\.backend) var backend

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      return isOneEffect ? both : .merge(one, one)
    case .took(let tickets):
      state.taken += tickets
      return .none
    }
  }

  private var both: Effect<Action> {
    .run { send in
      async let first = backend.read()
      // Which of two calls comes first may not depend on the order of tasks.
      try? await backend.f()
      async let second = backend.read()
      await send(.took([first, second]))
    }
  }

  private var one: Effect<Action> {
    .run { send in await send(.took([backend.read()])) }
  }

  static func spec(isOneEffect: Bool) -> Spec<State, Action> {
    Spec("TwoTickets", of: TwoTickets(isOneEffect: isOneEffect), startingAt: State())
      .environment(0)
      .endpoint("read") {
        $0.backend.read = $1
      } serving: { (tickets: inout Int) in
        tickets += 1
        return tickets
      }
      .endpoint("f") {
        $0.backend.f = $1
      } returning: {
      }
      .starting(with: .start)
      .sending { _ in [] }
      .reachable("in order") { $0.taken == [1, 2] }
      .reachable("in disorder") { $0.taken == [2, 1] }
  }
}

/// Asks a server what time it has.
private struct Asking: Reducer {
  struct State { var time: Date? }
  enum Action {
    case start
    case told(Date)
  }

  struct Client: DependencyKey {
    var time: @Sendable () async -> Date = { .distantPast }
    static let liveValue = Client()
  }

  @Dependency(Client.self) var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start: return .run { send in await send(.told(client.time())) }
    case .told(let time):
      state.time = time
      return .none
    }
  }
}

@Suite struct `An environment` {
  @Test func `may serve calls of one text in any order`() throws {
    let found = try searched(TwoTickets.spec(isOneEffect: true))
    #expect(found.findings.map(\.violation.name).sorted() == ["in disorder", "in order"])
  }

  @Test func `may serve effects that are alike before it answers the first`() throws {
    let found = try searched(TwoTickets.spec(isOneEffect: false))
    #expect(found.findings.map(\.violation.name).sorted() == ["in disorder", "in order"])
  }

  @Test func `may answer with what prints alike and is not the same`() throws {
    let times = [0, 0.25].map(Date.init(timeIntervalSince1970:))
    let spec = Spec("Asking", of: Asking(), startingAt: Asking.State())
      .environment(0)
      .endpoint("time") {
        $0[Asking.Client.self].time = $1
      } serving: { (ticks: inout Int) in
        times[ticks]
      }
      .move("tick", when: { $0 == 0 }) { (ticks: inout Int) in ticks = 1 }
      .starting(with: .start)
      .sending { _ in [] }
      .reachable("before") { $0.time == times[0] }
      .reachable("after") { $0.time == times[1] }
    let found = try searched(spec)
    #expect(found.findings.map(\.violation.name).sorted() == ["after", "before"])
  }
}
