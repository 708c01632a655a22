import ReducerCheck
import Reducers

/// Loads, and loads again when that has failed.
struct Endless: Reducer, Sendable {
  struct State: Equatable {
    var isLoading = false
  }

  enum Action: Equatable {
    case load
    case loaded(Bool)
  }

  @Dependency(\.service) var service

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .load where !state.isLoading, .loaded(false):
      state.isLoading = true
      return .run { send in
        let value = try? await service.load()
        await send(.loaded(value != nil))
      }
    case .load: return .none
    case .loaded(true):
      state.isLoading = false
      return .none
    }
  }

  static let spec = Spec("Endless", of: Endless(), startingAt: State())
    .endpoint("service.load") {
      $0.service.load = $1
    } returning: {
      7
    }
    .sending(.load)
    .eventually("loading ends") { !$0.isLoading }
}
