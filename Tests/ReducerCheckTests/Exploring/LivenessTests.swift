import Reducers
import Testing

@testable import ReducerCheck

/// A socket, and a load whose failure is swallowed.
private struct Inbox: Reducer {
  struct State { var isLoading = false }
  enum Action {
    case start, message, load
    case loaded(Int)
  }

  struct Client: DependencyKey {
    var messages: @Sendable () -> AsyncStream<Int> = { AsyncStream { $0.finish() } }
    var load: @Sendable () async throws -> Int = { 0 }
    static let liveValue = Client()
  }

  @Dependency(Client.self) var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      return .run { send in
        for await _ in client.messages() { await send(.message) }
      }
    case .message: return .none
    case .load:
      state.isLoading = true
      return .run { send in
        if let value = try? await client.load() { await send(.loaded(value)) }
      }
    case .loaded:
      state.isLoading = false
      return .none
    }
  }
}

/// A ticker beside a load.
private struct Ticker: Reducer {
  struct State { var isLoading = false }
  enum Action { case load, loaded, tick }

  @Dependency(Inbox.Client.self) var client
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .load:
      state.isLoading = true
      return .run { send in
        _ = try? await client.load()
        await send(.loaded)
      }
    case .loaded: state.isLoading = false
    case .tick: break
    }
    return .none
  }
}

/// Events that start a fetch anew.
private struct Restarting: Reducer {
  struct State {
    var isLoading = false
    var isDirty = false
  }
  enum Action { case load, event, fetched }
  enum CancelID { case fetch }

  @Dependency(Inbox.Client.self) var client
  let marksDirty: Bool

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .load:
      guard !state.isLoading else { return .none }
      state.isLoading = true
      return fetch
    case .event:
      guard state.isLoading else { return .none }
      if marksDirty {
        state.isDirty = true
        return .none
      }
      return fetch
    case .fetched:
      if state.isDirty {
        state.isDirty = false
        return fetch
      }
      state.isLoading = false
      return .none
    }
  }

  private var fetch: Effect<Action> {
    .run { send in
      _ = try? await client.load()
      await send(.fetched)
    }
    .cancellable(id: CancelID.fetch, cancelInFlight: true)
  }

  static func spec(marksDirty: Bool) -> Spec<State, Action> {
    Spec("Restarting", of: Restarting(marksDirty: marksDirty), startingAt: State())
      .endpoint("load") {
        $0[Inbox.Client.self].load = $1
      } returning: {
        1
      }
      .sending { $0.isLoading ? [.event] : [.load] }
      .eventually("loading ends", whileTheOutsideActs: true) { !$0.isLoading }
  }
}

/// Two screens of one download, each of which starts it anew: the same effect, written four times.
private struct Screens: Reducer {
  struct State { var screen = 0 }
  enum Action { case first, second, toSecond, toFirst, loaded }
  enum CancelID { case download }

  @Dependency(Inbox.Client.self) var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .first:
      state.screen = 1
      return .run { send in
        _ = try? await client.load()
        await send(.loaded)
      }
      .cancellable(id: CancelID.download, cancelInFlight: true)
    case .second:
      state.screen = 2
      return .run { send in
        _ = try? await client.load()
        await send(.loaded)
      }
      .cancellable(id: CancelID.download, cancelInFlight: true)
    case .toSecond:
      state.screen = 2
      return .run { send in
        _ = try? await client.load()
        await send(.loaded)
      }
      .cancellable(id: CancelID.download, cancelInFlight: true)
    case .toFirst:
      state.screen = 1
      return .run { send in
        _ = try? await client.load()
        await send(.loaded)
      }
      .cancellable(id: CancelID.download, cancelInFlight: true)
    case .loaded:
      state.screen = 3
      return .none
    }
  }
}

/// A load or a timer that starts itself again, beside a load that somebody waits for, which is
/// written twice.
private struct Polling: Reducer {
  struct State {
    var isWaiting = false
    var isOdd = false
  }
  enum Action { case poll, load, loadElsewhere, loaded }

  let usesTimer: Bool
  @Dependency(Inbox.Client.self) var client
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .poll:
      state.isOdd.toggle()
      return .run { send in
        if usesTimer {
          try await clock.sleep(for: .seconds(1))
        } else {
          _ = try? await client.load()
        }
        await send(.poll)
      }
    case .loadElsewhere:
      state.isWaiting = true
      return .run { send in
        _ = try? await client.load()
        await send(.loaded)
      }
    case .load:
      state.isWaiting = true
      return .run { send in
        _ = try? await client.load()
        await send(.loaded)
      }
    case .loaded:
      state.isWaiting = false
      return .none
    }
  }
}

@Suite struct `Liveness: what is waited for comes` {
  private func texts(_ found: Exploration.Found, _ spec: any Checkable) throws -> [String] {
    try onHarnessThread {
      let run = try SpecRun(spec.erased)
      return run.machine.perform {
        TraceRunner(machine: run.machine).trace(of: found.path).events.map {
          "\($0.kind.rawValue) \($0.subject)"
        }
      }
    }
  }

  @Test func `a swallowed failure leaves loading on, whatever a socket may still bring`() throws {
    let spec = Spec("Inbox", of: Inbox(), startingAt: Inbox.State())
      .endpoint("messages") {
        $0[Inbox.Client.self].messages = $1
      } elements: {
        [1]
      }
      .endpoint("load") {
        $0[Inbox.Client.self].load = $1
      } returning: {
        1
      }
      .starting(with: .start)
      .sending { $0.isLoading ? [] : [.load] }
      .quiescent("not loading") { !$0.isLoading }
      .eventually("loading ends") { !$0.isLoading }
    let found = try searched(spec, ExplorationLimits(depth: 6, workers: 1, keepsGoing: true))
    for finding in found.findings {
      #expect(try texts(finding, spec) == ["send load", "resolve load() → failure"])
    }
    #expect(found.findings.map(\.violation.name) == ["not loading", "loading ends"])
  }

  @Test func `restarting for ever is a cycle, once the outside may act for ever`() throws {
    let spec = Restarting.spec(marksDirty: false)
    let found = try searched(spec)
    #expect(found.configurations == 2)
    let finding = try #require(found.findings.first)
    #expect(try texts(finding, spec) == ["send load", "send event"])
    #expect(finding.cycle == 1)
  }

  @Test func `restarting ends once the outside is quiet`() throws {
    let spec = Restarting.spec(marksDirty: false)
      .eventually("loading ends in quiet") { !$0.isLoading }
    let found = try searched(spec, ExplorationLimits(workers: 1, keepsGoing: true))
    #expect(found.findings.map(\.violation.name) == ["loading ends"])
    #expect(found.reservations == [])
  }

  @Test func `marking dirty loads again and again, and may never end`() throws {
    let spec = Restarting.spec(marksDirty: true)
    let found = try searched(spec, ExplorationLimits(workers: 1, keepsGoing: true))
    #expect(found.configurations == 3)
    #expect(found.findings.map(\.violation.name) == ["loading ends"])
    #expect(found.findings[0].cycle == 2)
    let again = spec.leadsTo("a dirty load is followed by a clean one", whileTheOutsideActs: true) {
      $0.isDirty
    } to: {
      !$0.isDirty
    }
    let more = try searched(again, ExplorationLimits(workers: 1, keepsGoing: true))
    #expect(more.findings.map(\.violation.name) == ["loading ends"])
  }

  @Test func `going to and fro is a cycle, whichever place in the source an effect is of`() throws {
    let spec = Spec("Screens", of: Screens(), startingAt: Screens.State())
      .endpoint("load") {
        $0[Inbox.Client.self].load = $1
      } returning: {
        1
      }
      .sending { state -> [Screens.Action] in
        switch state.screen {
        case 0: [.first, .second]
        case 1: [.toSecond]
        case 2: [.toFirst]
        default: []
        }
      }
      .eventually("it is loaded", whileTheOutsideActs: true) {
        $0.screen == 0 || $0.screen == 3
      }
    let found = try searched(spec)
    #expect(found.configurations == 4)
    let finding = try #require(found.findings.first)
    #expect(try texts(finding, spec) == ["send first", "send toSecond", "send toFirst"])
    #expect(finding.cycle == 2)
  }

  @Test(arguments: [false, true], [false, true])
  func `a load is not there because something else goes on and on`(
    usesTimer: Bool, isWrittenTwice: Bool
  ) throws {
    // Written twice, each of the configurations that wait is first met with the load of one place.
    let spec = Spec(
      "Polling", of: Polling(usesTimer: usesTimer), startingAt: .init(), .init(isOdd: true)
    )
    .endpoint("load") {
      $0[Inbox.Client.self].load = $1
    } returning: {
      1
    }
    .starting(with: .poll)
    .sending { state -> [Polling.Action] in
      if state.isWaiting { return [] }
      return [isWrittenTwice && state.isOdd ? .loadElsewhere : .load]
    }
    .eventually("the load is there") { !$0.isWaiting }
    let found = try searched(spec)
    #expect(found.configurations == 4)
    #expect(found.findings.isEmpty)
    #expect(found.reservations == [])
  }
}
