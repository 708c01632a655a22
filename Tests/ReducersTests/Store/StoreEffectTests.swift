import Reducers
import Synchronization
import Testing

@MainActor @Suite struct StoreEffectTests {
  @Test func `a debounced effect runs once nothing has come for its duration`() async {
    let clock = HandClock()
    let store = logging(clock: clock) { action in
      guard action.hasPrefix("type") else { return .none }
      return .run { await $0("search \(action)") }.debounce(id: 1, for: .seconds(1))
    }
    store.send("type a")
    await clock.arrival()
    store.send("type ab")
    await clock.arrival()
    clock.advance(by: .seconds(1))
    await store.finish()
    #expect(store.state == ["type a", "type ab", "search type ab"])
  }

  @Test(arguments: [true, false])
  func `a throttled effect delivers the first at once, then one an interval`(latest: Bool) async {
    let clock = HandClock()
    let store = logging(clock: clock) { action in
      guard action.hasPrefix("scroll") else { return .none }
      return .send("load \(action)").throttle(id: 1, for: .seconds(1), latest: latest)
    }
    store.send("scroll 1")
    #expect(store.state == ["scroll 1", "load scroll 1"])
    await clock.arrival()
    store.send("scroll 2")
    store.send("scroll 3")
    #expect(store.state.count == 4)
    clock.advance(by: .seconds(1))
    await clock.arrival()
    #expect(store.state.last == (latest ? "load scroll 3" : "load scroll 2"))
    clock.advance(by: .seconds(1))
    await store.finish()
    #expect(store.state.count == 5)
  }

  @Test func `a part under an id ends when it is cancelled, and the rest goes on`() async {
    let gate = Gate()
    let store = logging { action in
      switch action {
      case "go":
        .run { send in
          try? await withTaskCancellation(id: 1) {
            await gate.wait()
            try Task.checkCancellation()
            await send("inside")
          }
          await send("after")
        }
      case "stop": .cancel(id: 1)
      default: .none
      }
    }
    let task = store.send("go")
    await gate.arrival()
    store.send("stop")
    await task.finish()
    #expect(store.state == ["go", "stop", "after"])
  }

  @Test func `of two parts that cancel what is in flight, the last goes on alone`() async {
    for _ in 0..<100 {
      let entered = Counter()
      let store = logging { action in
        guard action.hasPrefix("type") else { return .none }
        return .run { send in
          try await withTaskCancellation(id: "search", cancelInFlight: true) {
            entered.increment()
            // Whoever came last has cancelled the other by then.
            while entered.value < 2 { await Task.yield() }
            try Task.checkCancellation()
            await send("found by \(action)")
          }
        }
      }
      let tasks = [store.send("type 1"), store.send("type 2")]
      for task in tasks { await task.finish() }
      #expect(store.state.count { $0.hasPrefix("found") } == 1)
    }
  }

  /// Counts what several tasks do.
  private final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func increment() { count.withLock { $0 += 1 } }
  }

  @Test func `an effect may hold two parts under ids at once and end one of them`() async {
    for _ in 0..<20 {
      let (one, two) = (Gate(), Gate())
      let store = logging { action in
        switch action {
        case "go":
          .run { send in
            async let first: Void? = try? withTaskCancellation(id: 1) { await one.wait() }
            async let second: Void? = try? withTaskCancellation(id: 2) { await two.wait() }
            _ = await (first, second)
            await send("both")
          }
        case "stop": .run { _ in await Task.cancel(id: 1) }
        default: .none
        }
      }
      let task = store.send("go")
      await one.arrival()
      await two.arrival()
      await store.send("stop").finish()
      two.open()
      await task.finish()
      #expect(store.state == ["go", "stop", "both"])
    }
  }

  @Test func `removing a child's state ends what it has started`() async {
    let gate = Gate()
    let store = Store(initialState: Holder.State(child: "")) { Holder(gate: gate) }
    let task = store.send(.child("go"))
    await gate.arrival()
    #expect(store.effectsInFlight == 1)
    store.send(.close)
    #expect(store.effectsInFlight == 0)
    gate.open()
    await task.finish()
    #expect(store.state.seen == ["go"])
  }
}

/// A parent whose child waits at a gate.
private struct Holder: Reducer {
  struct State {
    var child: String?
    var seen: [String] = []
  }
  enum Action: CasePathable {
    case child(String)
    case close

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, String> {
        AnyCasePath(embed: Action.child) { if case .child(let a) = $0 { a } else { nil } }
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  let gate: Gate

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .child(let text): state.seen.append(text)
      case .close: state.child = nil
      }
      return .none
    }
    .ifLet(\.child, action: \.child) {
      Reduce<String, String> { [gate] _, action in
        guard action == "go" else { return .none }
        return .run { send in
          await gate.wait()
          await send("late")
        }
      }
    }
  }
}
