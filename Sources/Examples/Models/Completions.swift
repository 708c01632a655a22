import Reducers

/// Effects started at once, each with one call, each setting a field of its own: every event but
/// the first is the completion of an effect.
public struct Completions: Reducer, Sendable {
  public struct State: Equatable, Sendable {
    public var isDone: [Bool]

    public init(count: Int) { isDone = Array(repeating: false, count: count) }
  }

  public enum Action: Sendable {
    case start
    case done(Int)
  }

  public struct Client: DependencyKey, Sendable {
    public var call: @Sendable (Int) async throws -> Void
    public static let liveValue = Client { _ in }
  }

  @Dependency(Client.self) var client

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      return .merge(
        state.isDone.indices.map { index in
          .run { [client] send in
            try await client.call(index)
            await send(.done(index))
          }
        })
    case .done(let index):
      state.isDone[index] = true
      return .none
    }
  }
}
