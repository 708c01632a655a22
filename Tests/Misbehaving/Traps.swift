import ReducerCheck
import Reducers

/// Counts, and does something deadly at some count.
struct Deadly: Reducer, Sendable {
  enum Death { case trap, loop, recursion, effectTrap }

  struct State: Equatable {
    var count = 0
  }

  enum Action: Equatable {
    case count
    case reset
    case loaded
  }

  let death: Death
  @Dependency(\.service) var service

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .count:
      state.count += 1
      if state.count == 3 { die(state.count) }
      return death == .effectTrap ? load() : .none
    case .reset:
      state.count = 0
      return .none
    case .loaded: return .none
    }
  }

  private func die(_ count: Int) {
    switch death {
    case .trap: preconditionFailure("three is too many")
    case .loop: while count == 3 {}
    case .recursion: print(recurse(count))
    case .effectTrap: return
    }
  }

  private func recurse(_ count: Int) -> Int { count == 0 ? 0 : recurse(count + 1) + 1 }

  private func load() -> Effect<Action> {
    .run { send in
      let value = (try? await service.load()) ?? -1
      precondition(value >= 0, "no value")
      await send(.loaded)
    }
  }
}

struct Service: Sendable, DependencyKey {
  var load: @Sendable () async throws -> Int
  var other: @Sendable () async -> Void = {}

  static let liveValue = Service(load: { 0 })
}

extension DependencyValues {
  var service: Service {
    get { self[Service.self] }
    set { self[Service.self] = newValue }
  }
}

func deadly(_ name: String, _ death: Deadly.Death) -> Spec<Deadly.State, Deadly.Action> {
  Spec(name, of: Deadly(death: death), startingAt: Deadly.State())
    .endpoint("service.load") {
      $0.service.load = $1
    } returning: {
      7
    }
    .sending(.count, .reset)
    .always("count stays below three") { $0.count < 3 }
}
