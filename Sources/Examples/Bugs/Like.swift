import Reducers

/// B18 of the public bug list (SAGA-1560): a cancelled task's clean-up clears its successor's flag.
@Reducer
public struct Like: Sendable {
  public struct State: Equatable {
    public var isLoading = false
    public var likes = 0
    /// Which of the calls is the current one.
    public var generation = 0

    public init() {}
  }

  public enum Action: Equatable {
    case like
    case done
    case cleanUp(generation: Int)
  }

  private enum CancelID { case call }

  /// Whether a clean-up leaves the state of a later call alone: the repair.
  let comparesGenerations: Bool
  @Dependency(\.likes) var likes

  public init(comparesGenerations: Bool) { self.comparesGenerations = comparesGenerations }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .like:
      let superseded = state.isLoading ? state.generation : nil
      if superseded != nil { state.likes -= 1 }
      state.isLoading = true
      state.likes += 1
      state.generation += 1
      let call = Effect<Action>.run { send in
        await likes.like()
        await send(.done)
      }
      .cancellable(id: CancelID.call, cancelInFlight: true)
      guard let superseded else { return call }
      return .merge(call, .run { send in await send(.cleanUp(generation: superseded)) })
    case .done:
      state.isLoading = false
      return .none
    case .cleanUp(let generation):
      if !comparesGenerations || generation == state.generation { state.isLoading = false }
      return .none
    }
  }
}

/// The server side of a like button.
public struct LikeClient: Sendable, DependencyKey {
  public var like: @Sendable () async -> Void

  public static let liveValue = LikeClient(like: {})
}

extension DependencyValues {
  public var likes: LikeClient {
    get { self[LikeClient.self] }
    set { self[LikeClient.self] = newValue }
  }
}
