import Foundation
import Reducers
import Synchronization
import Testing

/// A counter of the seconds that its effects read, under an id that all of its kind share.
private struct Ticker: Reducer {
  struct State: Equatable { var read: [Double] = [] }
  enum Action {
    case read, wait, stop
    case got(Double)
    case done
  }
  enum ID { case work }

  @Dependency(\.date) var date
  let gate: Gate

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .read:
      return .run { send in
        @Dependency(\.date) var date
        await send(.got(date.now.timeIntervalSince1970))
      }
    case .wait:
      return .run { send in
        await gate.wait()
        await send(.done)
      }
      .cancellable(id: ID.work)
    case .stop: return .cancel(id: ID.work)
    case .got(let seconds):
      // Reduced under the store's dependencies, not under those of the effect that sends it.
      state.read += [seconds, date.now.timeIntervalSince1970]
      return .none
    case .done: return .none
    }
  }
}

private struct Twins: Reducer {
  struct State: Equatable {
    var one = Ticker.State()
    var other = Ticker.State()
  }
  enum Action: CasePathable {
    case one(Ticker.Action)
    case other(Ticker.Action)

    struct AllCasePaths: Sendable {
      var one: AnyCasePath<Action, Ticker.Action> {
        AnyCasePath(embed: Action.one) { if case .one(let a) = $0 { a } else { nil } }
      }
      var other: AnyCasePath<Action, Ticker.Action> {
        AnyCasePath(embed: Action.other) { if case .other(let a) = $0 { a } else { nil } }
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  let gate: Gate

  private func date(_ seconds: Double) -> DateGenerator {
    .constant(Date(timeIntervalSince1970: seconds))
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.one, action: \.one) { Ticker(gate: gate).dependency(\.date, date(1)) }
    Scope(state: \.other, action: \.other) { Ticker(gate: gate) }
  }
}

@MainActor @Suite struct `Rules that a store keeps` {
  private let gate = Gate()

  private func makeStore() -> StoreOf<Twins> {
    Store(initialState: Twins.State()) {
      Twins(gate: gate)
    } withDependencies: {
      $0.date = .constant(Date(timeIntervalSince1970: 5))
    }
  }

  @Test func `effects keep the dependencies that their reducer was given`() async {
    let store = makeStore()
    await store.send(.one(.read)).finish()
    await store.send(.other(.read)).finish()
    #expect(store.one.read == [1, 1])
    #expect(store.other.read == [5, 5])
  }

  @Test func `siblings in scopes share their ids`() async {
    let store = makeStore()
    let work = store.send(.one(.wait))
    await gate.arrival()
    store.send(.other(.stop))
    await work.finish()
    #expect(store.effectsInFlight == 0)
  }

  @Test func `when a store is gone, so is what it had started`() async {
    let ended = AsyncStream<Bool>.makeStream()
    var store: Store<Int, Bool>? = Store(initialState: 0) {
      Reduce<Int, Bool> { [gate] _, _ in
        .run { _ in
          await gate.wait()
          ended.continuation.yield(Task.isCancelled)
        }
      }
    }
    store?.send(true)
    await gate.arrival()
    store = nil
    for await wasCancelled in ended.stream {
      #expect(wasCancelled)
      break
    }
  }

  @Test func `a cancellation error is no error, cancelled or not, and goes to no handler`() async {
    let caught = Mutex(0)
    let found = MisuseCollector()
    await withMisuseReporter(found.append) {
      let store = Store(initialState: 0) {
        Reduce<Int, Bool> { state, handled in
          state += 1
          return .run { _ in
            throw CancellationError()
          } catch: { _, _ in
            caught.withLock { $0 += 1 }
          }
        }
      }
      await store.send(true).finish()
    }
    #expect(caught.withLock { $0 } == 0)
    #expect(found.misuses == [])
  }

  @Test func `an error thrown because of a cancellation is no error either`() async {
    struct Late: Error {}
    let found = MisuseCollector()
    await withMisuseReporter(found.append) {
      let store = Store(initialState: 0) {
        Reduce<Int, Bool> { [gate] _, _ in
          .run { _ in
            await gate.wait()
            throw Late()
          }
        }
      }
      let task = store.send(true)
      await gate.arrival()
      task.cancel()
      await task.finish()
    }
    #expect(found.misuses == [])
  }

  @Test func `a plain ifLet does not notice what another reducer removes`() async {
    struct Owner: Reducer {
      struct State { var child: Ticker.State? = Ticker.State() }
      enum Action: CasePathable {
        case remove
        case child(Ticker.Action)

        struct AllCasePaths: Sendable {
          var child: AnyCasePath<Action, Ticker.Action> {
            AnyCasePath(embed: Action.child) { if case .child(let a) = $0 { a } else { nil } }
          }
        }

        static var allCasePaths: AllCasePaths { AllCasePaths() }
      }

      let gate: Gate

      var body: some ReducerOf<Self> {
        EmptyReducer().ifLet(\.child, action: \.child) { Ticker(gate: gate) }
        Reduce { state, action in
          if case .remove = action { state.child = nil }
          return .none
        }
      }
    }
    let store = Store(initialState: Owner.State()) { Owner(gate: gate) }
    let work = store.send(.child(.wait))
    await gate.arrival()
    store.send(.remove)
    #expect(store.effectsInFlight == 1)
    work.cancel()
    await work.finish()
  }

  @Test func `the same actions from the same state give the same states`() async {
    var runs: [[Twins.State]] = []
    for _ in 0..<2 {
      let store = makeStore()
      var states: [Twins.State] = []
      for action in [Twins.Action.one(.read), .other(.read), .one(.read)] {
        await store.send(action).finish()
        states.append(store.state)
      }
      runs.append(states)
    }
    #expect(runs[0] == runs[1])
  }
}
