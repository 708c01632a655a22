import Reducers
import Testing

@testable import ReducerCheck

/// Listens for ever, each time with an object of its own, so that no two of its effects are known to
/// be the same; and polls beside that.
private struct Listening: Reducer {
  final class Token: Sendable {}
  struct State {
    var messages = 0
    var polls = 0
  }
  enum Action { case start, message, polled }
  struct Client: DependencyKey {
    var messages: @Sendable () -> AsyncStream<Int> = { AsyncStream { $0.finish() } }
    var poll: @Sendable () async -> Int = { 0 }
    static let liveValue = Client()
  }

  @Dependency(Client.self) var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start: return .merge(listen(Token()), poll)
    case .message:
      state.messages += 1
      return .none
    case .polled:
      state.polls = (state.polls + 1) % 3
      return poll
    }
  }

  private func listen(_ token: Token) -> Effect<Action> {
    .run { send in
      for await _ in client.messages() {
        await send(.message)
        withExtendedLifetime(token) {}
      }
    }
  }

  private var poll: Effect<Action> {
    .run { send in
      _ = await client.poll()
      await send(.polled)
    }
  }

  static var spec: Spec<State, Action> {
    Spec("Listening", of: Listening(), startingAt: State())
      .endpoint("messages") {
        $0[Client.self].messages = $1
      } elements: {
        [1]
      }
      .endpoint("poll") {
        $0[Client.self].poll = $1
      } returning: {
        0
      }
      .starting(with: .start)
      .sending { _ in [] }
  }
}

@Suite struct `An effect that is never recognised` {
  @Test(arguments: [1, 2]) func `leads to a counterexample like any other`(workers: Int) throws {
    let spec = Listening.spec.never("two messages, one poll") { $0.messages == 2 && $0.polls == 1 }
    let found = try searched(spec, ExplorationLimits(depth: 4, workers: workers))
    #expect(found.length(of: "two messages, one poll") == 3)
  }

  @Test func `waits beside a cycle like any other`() throws {
    let spec = Listening.spec.eventually("two messages") { $0.messages == 2 }
    let found = try searched(spec, ExplorationLimits(depth: 4, workers: 1))
    let finding = try #require(found.findings.first)
    #expect(finding.cycle == 3)
    #expect(finding.path.steps.count == 3)
  }
}

/// Counts to four in an object that is made anew each time.
private struct Boxed: Reducer {
  final class Box {
    let count: Int
    init(_ count: Int) { self.count = count }
  }
  struct State { var box = Box(0) }
  enum Action { case count }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.box = Box((state.box.count + 1) % 4)
    return .none
  }
}

@Suite struct `A state that is another each time it is made` {
  @Test(arguments: [1, 2]) func `leads to a counterexample like any other`(workers: Int) throws {
    let spec = Spec("Boxed", of: Boxed(), startingAt: Boxed.State()).sending(.count)
      .never("two") { $0.box.count == 2 }
    let found = try searched(
      spec, ExplorationLimits(depth: 5, workers: workers, keepsGoing: true))
    #expect(found.length(of: "two") == 2)
  }
}
