import Reducers

/// A screen that goes on loading for ever: cancelling stops the scheduled retry, and nothing else.
@Reducer
public struct Retry: Sendable {
  public struct State: Equatable {
    public var isLoading = false

    public init() {}
  }

  public enum Action: Equatable {
    case load
    case loaded
    case failed
    case cancel
  }

  private enum CancelID { case retry }

  /// Whether cancelling ends the loading too: the repair.
  let clearsLoading: Bool
  @Dependency(\.loader) var loader
  @Dependency(\.continuousClock) var clock

  public init(clearsLoading: Bool) { self.clearsLoading = clearsLoading }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .load:
      state.isLoading = true
      return .run { send in
        try await loader.load()
        await send(.loaded)
      } catch: { _, send in
        await send(.failed)
      }
    case .loaded:
      state.isLoading = false
      return .none
    case .failed:
      return .run { send in
        try await clock.sleep(for: .seconds(1))
        await send(.load)
      }
      .cancellable(id: CancelID.retry)
    case .cancel:
      if clearsLoading { state.isLoading = false }
      return .cancel(id: CancelID.retry)
    }
  }
}

/// Something to load.
public struct Loader: Sendable, DependencyKey {
  public var load: @Sendable () async throws -> Void

  public static let liveValue = Loader(load: {})
}

extension DependencyValues {
  public var loader: Loader {
    get { self[Loader.self] }
    set { self[Loader.self] = newValue }
  }
}
