import Examples
import Reducers
import Testing

@testable import ReducerCheck

/// Asks, tells, and logs that it did.
private struct Logging: Reducer {
  struct State {
    var started = false
    var got = false
  }
  enum Action { case go, stop, got }
  enum ID { case work }

  @Dependency(\.backend) var backend

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .go:
      state.started = true
      return .run { send in
        try await backend.f()
        await send(.got)
        await backend.g()
      }
      .cancellable(id: ID.work)
    case .stop: return .cancel(id: ID.work)
    case .got:
      state.got = true
      return .none
    }
  }
}

/// Gives up waiting after five seconds, by a task group.
private struct Waiting: Reducer {
  enum State { case waiting, got, timedOut }
  enum Action { case start, got, timeout }

  @Dependency(\.backend) var backend
  @Dependency(\.continuousClock) var clock
  let callThrows: Bool

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      return .run { [callThrows] send in
        let inTime = try await withThrowingTaskGroup(of: Bool.self) { group in
          group.addTask {
            if callThrows { try await backend.f() } else { await backend.g() }
            return true
          }
          group.addTask {
            try await clock.sleep(for: .seconds(5))
            return false
          }
          defer { group.cancelAll() }
          return try await group.next() ?? false
        }
        await send(inTime ? .got : .timeout)
      }
    case .got: state = .got
    case .timeout: state = .timedOut
    }
    return .none
  }
}

@Suite struct `How a call takes its cancellation` {
  @Test func `a cancellation may come after the call has returned`() throws {
    let spec = Spec("Logging", of: Logging(), startingAt: Logging.State())
      .answering()
      .sending { $0.started ? [.stop] : [.go, .stop] }
      .always(
        "logged implies got", remembering: false,
        update: { logged, step in if step.after.isPending("g") { logged = true } },
        check: { at, logged in logged.implies(at.got) })
    let explored = try explored(spec)
    #expect(explored.count == 8)
    #expect(explored.closed)
    #expect(explored.traces["logged implies got"] == ["send go", "send stop"])
  }

  @Test func `an outcome that is a CancellationError passes by the catch`() throws {
    let spec = Spec("Perfil002", of: Perfil002(), startingAt: Perfil002.State())
      .endpoint("api.perfil") {
        $0.api.perfil = $1
      } outcomes: {
        [
          .success(.ejemplo), .failure(EndpointFailure(endpoint: "api.perfil")),
          .failure(CancellationError()),
        ]
      }
      .sending(.aparecio)
      .always("cargando implies in flight") { $0.cargando.implies($0.hasEffectInFlight) }
    let explored = try explored(spec, cap: 2)
    #expect(explored.countsByDepth == [1, 2, 5, 8, 10])
    #expect(explored.closed)
    #expect(explored.length(of: "cargando implies in flight") == 2)
  }

  @Test(arguments: [(true, 3), (false, 4)])
  func `a timeout is told once the call is back`(callThrows: Bool, count: Int) throws {
    let spec = Spec(
      "Waiting", of: Waiting(callThrows: callThrows), startingAt: Waiting.State.waiting
    )
    .answering()
    .starting(with: .start)
    .sending { _ in [] }
    .always("no answer while a call is pending") {
      ($0.state != .waiting).implies(!$0.isPending("g"))
    }
    let explored = try explored(spec)
    #expect(explored.count == count)
    #expect(explored.closed)
    #expect(explored.traces == [:])
  }
}
