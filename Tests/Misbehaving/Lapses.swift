import Dispatch
import ReducerCheck
import Reducers
import Synchronization

/// One action, and an effect or a reducer that does something it should not.
struct Lapse: Reducer, Sendable {
  enum Kind {
    case impureReducer, notAFunction, forgottenDependency, realSleep, neverSuspends
    case sendAfterCompletion, foreignThread, feedsItself, unhandledError, uncontrolledWait
  }

  struct State: Equatable {
    var count = 0
  }

  enum Action: Equatable {
    case go
    case stop
    case done(Int)
  }

  private enum CancelID { case work }

  let kind: Kind
  @Dependency(\.service) var service
  @Dependency(\.forgotten) var forgotten
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .go:
      if kind == .impureReducer { state.count = tally.add() }
      if kind == .feedsItself { return .send(.go) }
      return work().cancellable(id: CancelID.work, cancelInFlight: true)
    case .stop: return .cancel(id: CancelID.work)
    case .done: return .none
    }
  }

  private func work() -> Effect<Action> {
    switch kind {
    case .impureReducer, .feedsItself: .none
    case .notAFunction:
      .run { send in
        let value = try? await service.load()
        if tally.add() % 2 == 0 { await send(.done(value ?? 0)) }
      }
    case .forgottenDependency: .run { send in await send(.done(await forgotten.value())) }
    case .realSleep: .run { _ in try await Task.sleep(for: .seconds(9)) }
    case .neverSuspends: .run { _ in while true { try? await clock.sleep(for: .seconds(1)) } }
    case .sendAfterCompletion:
      .run { send in
        Task {
          _ = try? await service.load()
          await send(.done(1))
        }
      }
    case .foreignThread:
      .run { send in
        await withCheckedContinuation { continuation in
          DispatchQueue.global().asyncAfter(deadline: .now() + 1) { continuation.resume() }
        }
        await send(.done(1))
      }
    case .uncontrolledWait:
      .run { _ in await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
    case .unhandledError: .run { send in await send(.done(try await service.load())) }
    }
  }
}

/// State that no value holds.
final class Tally: Sendable {
  private let count = Atomic(0)

  func add() -> Int { count.wrappingAdd(1, ordering: .relaxed).newValue }
}

let tally = Tally()

struct Forgotten: Sendable, DependencyKey {
  var value: @Sendable () async -> Int

  static let liveValue = Forgotten(value: { 5 })
}

extension DependencyValues {
  var forgotten: Forgotten {
    get { self[Forgotten.self] }
    set { self[Forgotten.self] = newValue }
  }
}

func lapse(_ name: String, _ kind: Lapse.Kind) -> Spec<Lapse.State, Lapse.Action> {
  Spec(name, of: Lapse(kind: kind), startingAt: Lapse.State())
    .endpoint("service.load") {
      $0.service.load = $1
    } returning: {
      7
    }
    .sending(.go, .stop)
}
