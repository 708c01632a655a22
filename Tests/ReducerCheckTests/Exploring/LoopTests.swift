import Reducers
import Testing

@testable import ReducerCheck

/// Counts to three over and over while its timer runs.
private struct Ticker: Reducer {
  struct State: Equatable { var count = 0 }
  enum Action: Equatable { case start, stop, tick }
  enum ID { case timer }
  enum Kind: Sendable { case transparent, closure, polling }

  let kind: Kind
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start: return timer.cancellable(id: ID.timer, cancelInFlight: true)
    case .stop: return .cancel(id: ID.timer)
    case .tick: state.count = (state.count + 1) % 3
    }
    return .none
  }

  private var timer: Effect<Action> {
    let clock = clock
    return switch kind {
    case .transparent: .timer(every: .seconds(1), on: clock) { .tick }
    case .closure:
      .run { send in for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) } }
    case .polling:
      .run { send in
        while true {
          try await clock.sleep(for: .seconds(1))
          await send(.tick)
        }
      }
    }
  }

  static func spec(_ kind: Kind) -> Spec<State, Action> {
    Spec("Ticker", of: Ticker(kind: kind), startingAt: State())
      .sending(.start, .stop)
      .always("the count is below three") { $0.count < 3 }
  }
}

/// The first three elements of a stream.
///
/// Sendable: the harness's thread alone has it.
private final class SomeEvents: @unchecked Sendable {
  private var left = 3
  private let events: AsyncStream<Int>.Iterator

  init(_ events: AsyncStream<Int>) { self.events = events.makeAsyncIterator() }

  func next() async -> Int? {
    if left == 0 { return nil }
    left -= 1
    var events = events
    return await events.next()
  }
}

/// Listens to events, and pings for ever; what a ping knows shows only after ten of them.
private struct Listener: Reducer {
  struct State: Equatable {
    var latest = 0
    var late: Int?
  }
  enum Action: Equatable {
    case listen, subscribe, subscribeToSome, one, two
    case event(Int)
    case late(Int)
  }
  enum ID { case events, ping }

  struct Client: DependencyKey, Sendable {
    var events: @Sendable () -> AsyncStream<Int>
    var ping: @Sendable () async throws -> Void
    static let liveValue = Client(events: { .never }, ping: {})
  }

  @Dependency(Client.self) var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .listen:
      return .run { [client] send in
        for await event in client.events() { await send(.event(event)) }
      }
      .cancellable(id: ID.events, cancelInFlight: true)
    case .subscribe:
      return .stream(client.events) { .event($0) }.cancellable(id: ID.events, cancelInFlight: true)
    case .subscribeToSome:
      return .stream { [client] in
        let some = SomeEvents(client.events())
        return AsyncStream { await some.next() }
      } action: {
        .event($0)
      }
      .cancellable(id: ID.events, cancelInFlight: true)
    case .one: return ping(1)
    case .two: return ping(2)
    case .event(let number): state.latest = number
    case .late(let number): state.late = number
    }
    return .none
  }

  private func ping(_ number: Int) -> Effect<Action> {
    .run { [client] send in
      var count = 0
      while true {
        try await client.ping()
        count += 1
        if count == 10 { await send(.late(number)) }
      }
    }
    .cancellable(id: ID.ping, cancelInFlight: true)
  }

  static func spec(_ actions: Action...) -> Spec<State, Action> {
    Spec("Listener", of: Listener(), startingAt: State())
      .sending { _ in actions }
      .endpoint("events") {
        $0[Client.self].events = $1
      } elements: {
        [1, 2]
      }
      .endpoint("ping", failing: []) { $0[Client.self].ping = $1 }
      .always("two is never late") { $0.late != 2 }
  }
}

extension AsyncStream {
  fileprivate static var never: AsyncStream { AsyncStream { nil } }
}

@Suite struct `What comes round` {
  @Test(arguments: [1, 2], [false, true])
  func `a timer closes where its state does, exactly`(workers: Int, isCompact: Bool) throws {
    let result = try searched(
      Ticker.spec(.transparent),
      ExplorationLimits(configurations: 100, workers: workers, isCompact: isCompact))
    #expect(result.configurations == 6)
    #expect(result.isClosed)
    #expect(result.findings.isEmpty)
    #expect(result.reservations.isEmpty == !isCompact)
  }

  @Test(arguments: [Ticker.Kind.closure, .polling])
  fileprivate func `a loop in a closure closes by assumption, which is said`(
    kind: Ticker.Kind
  ) throws {
    let exact = try searched(
      Ticker.spec(kind), ExplorationLimits(configurations: 200, workers: 1))
    #expect(!exact.isClosed)
    let assumed = try searched(Ticker.spec(kind), ExplorationLimits(workers: 1, lookAhead: 1))
    #expect(assumed.configurations == 6)
    #expect(assumed.isClosed)
    #expect(assumed.findings.isEmpty)
    let line = kind == .closure ? 30 : 32
    let reservation = try #require(assumed.reservations.first)
    #expect(assumed.reservations.count == 1)
    #expect(
      reservation.hasPrefix(
        "assuming that effects go on as their next 1 call show: "
          + "ReducerCheckTests/LoopTests.swift:\(line) ("))
  }

  @Test func `a stream closes by assumption`() throws {
    let result = try searched(
      Listener.spec(.listen), ExplorationLimits(workers: 1, lookAhead: 1))
    // The latest of none, one or two, while it listens; and before that.
    #expect(result.configurations == 4)
    #expect(result.isClosed && result.findings.isEmpty)
  }

  @Test(arguments: [1, 2]) func `an endpoint's stream closes exactly`(workers: Int) throws {
    let result = try searched(Listener.spec(.subscribe), ExplorationLimits(workers: workers))
    #expect(result.configurations == 4)
    #expect(result.isClosed && result.findings.isEmpty && result.reservations.isEmpty)
  }

  @Test func `a stream that remembers is not taken for one that does not`() throws {
    let result = try searched(
      Listener.spec(.subscribeToSome), ExplorationLimits(configurations: 400, workers: 1))
    // Before it listens; with three events to come, after any latest or none; with two and with one;
    // and when it has ended: 1 + 3 + 2 + 2 + 2.
    #expect(result.configurations == 10)
    #expect(result.isClosed)
  }

  @Test func `what differs later is not merged exactly`() throws {
    let result = try searched(
      Listener.spec(.one, .two), ExplorationLimits(configurations: 500, workers: 1))
    #expect(!result.isClosed)
    #expect(result.length(of: "two is never late") == 11)
  }

  @Test func `and is found out where it is merged by looking ahead`() throws {
    let result = try searched(
      Listener.spec(.one, .two), ExplorationLimits(workers: 1, lookAhead: 2))
    let found = try #require(result.findings.first)
    #expect(found.violation.kind == FindingKind.unsoundMerge.rawValue)
    #expect(
      found.violation.reason?.contains("look the same 2 calls ahead were taken for one") == true)
    #expect(!result.reservations.isEmpty)
  }

  @Test func `looking far enough tells them apart`() throws {
    let result = try searched(
      Listener.spec(.one, .two), ExplorationLimits(configurations: 500, workers: 1, lookAhead: 11))
    #expect(
      !result.findings.contains { $0.violation.kind == FindingKind.unsoundMerge.rawValue })
    #expect(result.length(of: "two is never late") == 11)
  }
}
