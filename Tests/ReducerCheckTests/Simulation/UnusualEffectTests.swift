import Reducers
import Synchronization
import Testing

@testable import ReducerCheck

/// An effect that starts a task of its own and returns.
private struct Leaving: Reducer {
  struct State { var started = false }
  enum Action { case go, stop }
  enum ID { case work }

  @Dependency(\.backend) var backend

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard action == .go else { return .cancel(id: ID.work) }
    state.started = true
    return .run { _ in Task { try await backend.f() } }.cancellable(id: ID.work)
  }
}

/// An effect that goes on for ever, and another beside it.
private struct Endless: Reducer {
  enum Way { case swallowing, yielding }
  struct State {
    var started = false
    var got = false
  }
  enum Action { case go, stop, load, got }
  enum ID { case work }

  @Dependency(\.backend) var backend
  @Dependency(\.continuousClock) var clock
  let way: Way

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .go:
      state.started = true
      return forever.cancellable(id: ID.work)
    case .stop: return .cancel(id: ID.work)
    case .load:
      return .run { send in
        try await backend.f()
        await send(.got)
      }
    case .got:
      state.got = true
      return .none
    }
  }

  private var forever: Effect<Action> {
    .run { [way] _ in
      while true {
        switch way {
        case .swallowing: try? await clock.sleep(for: .seconds(1))
        case .yielding: await Task.yield()
        }
      }
    }
  }

  static func spec(_ way: Way) -> Spec<State, Action> {
    Spec("Endless", of: Endless(way: way), startingAt: State())
      .answering()
      .sending { $0.started ? [.stop] : [.go] }
  }
}

/// Two tasks do what their turn says: which of them goes on with what depends on which ran first.
private struct TakingTurns: Reducer {
  struct State { var started = false }
  enum Action { case go }

  @Dependency(\.backend) var backend

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.started = true
    return .run { _ in
      let turns = Turns()
      async let one: Void = taking(turns) { _ = await backend.read() }
      async let two: Void = taking(turns) { await backend.write(1) }
      _ = await (one, two)
    }
  }

  private func taking(_ turns: Turns, then work: @Sendable () async -> Void) async {
    if turns.takeNext() == 0 {
      await backend.g()
    } else {
      _ = await backend.read()
    }
    await work()
  }

  private final class Turns: Sendable {
    private let next = Mutex(0)

    func takeNext() -> Int {
      next.withLock { next in
        defer { next += 1 }
        return next
      }
    }
  }
}

@Suite struct `Effects that do not end as effects do` {
  @Test func `an unstructured task keeps its effect alive and is not cancelled with it`() throws {
    let spec = Spec("Leaving", of: Leaving(), startingAt: Leaving.State())
      .answering()
      .sending { $0.started ? [.stop] : [.go] }
    let explored = try explored(spec)
    #expect(explored.count == 4)
    #expect(explored.closed)
  }

  @Test func `a loop that swallows its cancellation is parked and reported`() throws {
    let explored = try explored(Endless.spec(.swallowing), depth: 2)
    #expect(
      explored.traces == [
        "effect in ReducerCheckTests/UnusualEffectTests.swift": ["send go", "send stop"]
      ])
    // Not started, sleeping, sleeping again, parked.
    #expect(explored.countsByDepth == [1, 2, 4])
  }

  @Test func `a loop that never suspends is parked and leaves others alone`() throws {
    let spec = Endless.spec(.yielding)
      .sending { $0.got ? [] : [.load] }
      .reachable("got") { $0.got }
      .never("got after all") { $0.started && $0.got }
    let explored = try explored(spec, depth: 3, cap: 2)
    #expect(
      explored.traces["effect in ReducerCheckTests/UnusualEffectTests.swift"] == ["send go"])
    #expect(explored.length(of: "got after all") == 3)
  }

  @Test func `what depends on the order of threads is reported and searched on`() throws {
    let spec = Spec("TakingTurns", of: TakingTurns(), startingAt: TakingTurns.State())
      .endpoint("g") {
        $0.backend.g = $1
      } returning: {
      }
      .endpoint("read") {
        $0.backend.read = $1
      } returning: {
        1
      }
      .endpoint("write") {
        $0.backend.write = $1
      } returning: { _ in
      }
      .sending { $0.started ? [] : [.go] }
    let found = try searched(spec)
    #expect(found.findings.map(\.violation.kind) == ["threadOrder"])
    #expect(found.isClosed)
  }
}
