import ReducerTesting
import Reducers
import Testing

/// The rows of the first table that are about cancellation, as a test sees them.
@Suite struct CancellationTests {
  private let log = Log()

  private func tick(_ name: String) -> Effect<Banco.Action> {
    .run { [log] send in
      log("starts \(name)")
      await send(.hecho(name))
    }
  }

  @Test func `run, then cancel: cancelled before it starts`() async {
    let store = banco(running: .merge(tick("a").cancellable(id: 1), .cancel(id: 1)))
    await store.send(.haz("x"))
    await store.finish()
    #expect(log.all == [])
  }

  @Test func `cancel, then run: runs`() async {
    let store = banco(running: .merge(.cancel(id: 1), tick("a").cancellable(id: 1)))
    await store.send(.haz("x"))
    await store.receive(.hecho("a")) { $0.registro = ["a"] }
  }

  @Test func `an action of the same step cancels what has not started`() async {
    let store = banco { [self] action in
      switch action {
      case .haz: .merge(.send(.tic), tick("a").cancellable(id: 1))
      case .tic: .cancel(id: 1)
      default: .none
      }
    }
    await store.send(.haz("x"))
    await store.receive(.tic) { $0.cuenta = 1 }
    #expect(log.all == [])
  }

  @Test func `an action that waits dies with its effect`() async {
    let store = banco { [self] action in
      action == .fin ? .cancel(id: 1) : action == .haz("x") ? tick("a").cancellable(id: 1) : .none
    }
    await store.send(.haz("x"))
    #expect(log.all == ["starts a"])
    await store.withExhaustivity(.on) {
      let found = await failures { await store.send(.fin) { $0.registro = ["fin"] } }
      #expect(found.messages.count == 1 && found.messages[0].hasPrefix("1 action waits to be"))
    }
    await store.finish()
  }

  @Test func `a later part of a concatenation is cancelled by its id before it starts`() async {
    let clock = TestClock()
    let store = banco { [self] action in
      switch action {
      case .haz:
        .concatenate(
          .run { _ in try await clock.sleep(for: .seconds(1)) }, tick("a").cancellable(id: 1),
          tick("b"))
      case .fin: .cancel(id: 1)
      default: .none
      }
    }
    await store.send(.haz("x"))
    await store.send(.fin) { $0.registro = ["fin"] }
    await clock.advance(by: .seconds(1))
    await store.receive(.hecho("b")) { $0.registro = ["fin", "b"] }
  }

  @Test func `ids are a store's own`() async {
    let clock = TestClock()
    func timer() -> TestStoreOf<Banco> {
      banco { action in
        switch action {
        case .haz:
          .run { send in
            try await clock.sleep(for: .seconds(1))
            await send(.tic)
          }.cancellable(id: 1)
        case .fin: .cancel(id: 1)
        default: .none
        }
      }
    }
    let (one, other) = (timer(), timer())
    await one.send(.haz("x"))
    await other.send(.haz("x"))
    await one.send(.fin) { $0.registro = ["fin"] }
    await clock.advance(by: .seconds(1))
    await one.finish()
    await other.receive(.tic) { $0.cuenta = 1 }
  }

  private func throttled(by clock: TestClock) -> TestStoreOf<Banco> {
    let store = banco { action in
      if case .haz = action {
        .send(.tic).throttle(id: 1, for: .seconds(1), latest: true)
      } else {
        .none
      }
    }
    store.dependencies.continuousClock = clock
    return store
  }

  @Test func `throttle windows are a store's own`() async {
    let clock = TestClock()
    let (one, other) = (throttled(by: clock), throttled(by: clock))
    for store in [one, other] {
      await store.send(.haz("x"))
      await store.receive(.tic) { $0.cuenta = 1 }
    }
    await one.send(.haz("x"))
    await other.finish()
    await clock.advance(by: .seconds(1))
    await one.receive(.tic) { $0.cuenta = 2 }
    await clock.advance(by: .seconds(1))
    await one.finish()
  }

  @Test func `an action that a throttle keeps is in flight until its window ends`() async {
    let clock = TestClock()
    let store = throttled(by: clock)
    await store.send(.haz("x"))
    await store.receive(.tic) { $0.cuenta = 1 }
    // Nothing is kept: the open window alone is no effect.
    await store.finish()
    await store.withExhaustivity(.on) {
      await store.send(.haz("x"))
      let found = await failures { await store.finish() }
      #expect(found.count == 1)
      #expect(found.first?.message.contains("1.0 s") == true, "\(found.messages)")
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.tic) { $0.cuenta = 2 }
    await clock.advance(by: .seconds(1))
  }

  @Test func `of two parts that cancel what is in flight, the last goes on alone`() async {
    let clock = TestClock()
    func part(_ name: String) -> Effect<Banco.Action> {
      .run { send in
        try await withTaskCancellation(id: "search", cancelInFlight: true) {
          try await clock.sleep(for: .seconds(1))
          await send(.hecho(name))
        }
      }
    }
    let store = banco(running: .merge(part("a"), part("b")))
    await store.send(.haz("x"))
    await clock.advance(by: .seconds(1))
    await store.receive(.hecho("b")) { $0.registro = ["b"] }
    await store.finish()
  }

  @Test func `with cancelInFlight the second press is seen, and the first request dies`() async {
    let peticiones = Log()
    let store = banco { action in
      guard case .haz(let pulsacion) = action else { return .none }
      return .run { send in
        peticiones("pide \(pulsacion)")
        await send(.hecho(pulsacion))
      }.cancellable(id: "peticion", cancelInFlight: true)
    }
    store.exhaustivity = .on
    await store.send(.haz("1"))
    await store.withExhaustivity(.on) {
      // The answer to the first waits; that it is not received first, is the point.
      _ = await failures { await store.send(.haz("2")) }
    }
    #expect(peticiones.all == ["pide 1", "pide 2"])
    await store.receive(.hecho("2")) { $0.registro = ["2"] }
    await store.finish()
  }

  @Test func `without cancelInFlight both requests are answered`() async {
    let store = banco { action in
      guard case .haz(let pulsacion) = action else { return .none }
      return .run { send in await send(.hecho(pulsacion)) }.cancellable(id: "peticion")
    }
    await store.send(.haz("1"))
    _ = await failures { await store.send(.haz("2")) }
    await store.receive(.hecho("1")) { $0.registro = ["1"] }
    await store.receive(.hecho("2")) { $0.registro = ["1", "2"] }
  }

  @Test func `cancellation ids of an effect's own parts`() async {
    let clock = TestClock()
    let store = banco { [log] action in
      guard case .haz = action else { return .none }
      return .run { send in
        async let part: Void? = try? await withTaskCancellation(id: 1) {
          try await clock.sleep(for: .seconds(1))
          log("not reached")
        }
        try await clock.sleep(for: .milliseconds(1))
        await Task.cancel(id: 1)
        _ = await part
        await send(.tic)
      }
    }
    await store.send(.haz("x"))
    await clock.advance(by: .milliseconds(1))
    await store.receive(.tic) { $0.cuenta = 1 }
    #expect(log.all == [])
  }
}

/// Children and what they have started.
@Suite struct RemovalTests {
  struct Hijo: Reducer {
    struct State: Equatable {}
    enum Action { case empezar, tic }
    let clock: TestClock

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      guard case .empezar = action else { return .none }
      return .run { [clock] send in
        for await _ in clock.timer(interval: .seconds(1)) { await send(.tic) }
      }
    }
  }

  struct Padre: Reducer {
    struct State: Equatable { var hijo: Hijo.State? = Hijo.State() }
    enum Action: CasePathable {
      case cerrar
      case hijo(Hijo.Action)
      struct AllCasePaths: Sendable {
        var hijo: AnyCasePath<Action, Hijo.Action> {
          AnyCasePath(embed: Action.hijo) { if case .hijo(let a) = $0 { a } else { nil } }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
    let clock: TestClock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .cerrar = action { state.hijo = nil }
        return .none
      }
      .ifLet(\.hijo, action: \.hijo) { Hijo(clock: clock) }
    }
  }

  @Test func `a child set to nil takes its effects with it`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Padre.State()) { Padre(clock: clock) }
    await store.send(.hijo(.empezar))
    await clock.advance(by: .seconds(1))
    await store.receive { if case .hijo(.tic) = $0 { true } else { false } }
    await store.send(.cerrar) { $0.hijo = nil }
    await clock.advance(by: .seconds(10))
    await store.finish()
  }

  @Test func `an action for a child that is not there fails the test`() async {
    let line = #line
    let found = await failures {
      let store = TestStore(initialState: Padre.State(hijo: nil)) { Padre(clock: TestClock()) }
      await store.send(.hijo(.tic))
    }
    #expect(
      found.messages == [
        """
        An "ifLet" received a child action when the child's state was nil.
          Action: Action.tic
        A parent that runs before this operator may have removed the child, or an effect or a view \
        outlived it. Run the child first, and cancel what it started when it goes.

        See ReducerTestingTests/CancellationTests.swift:LINE.
        """
      ])
    #expect(found.map { Int($0.place.line) } == [line + 3])
  }
}
