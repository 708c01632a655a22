import Reducers

/// B03 of the public bug list (ADDONS-180): search as you type, where a stale reply wins.
@Reducer
public struct Search: Sendable {
  public struct State: Equatable {
    public var query: String?
    public var isLoading = false
    /// The query that the results on screen answer.
    public var results: String?

    public init() {}
  }

  public enum Action: Equatable {
    case type(String)
    case loaded(String)
  }

  /// Whether a reply to another query is ignored: the repair.
  let comparesQueries: Bool
  @Dependency(\.searchClient) var client

  public init(comparesQueries: Bool) { self.comparesQueries = comparesQueries }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .type(let query):
      state.query = query
      state.isLoading = true
      return .run { send in await send(.loaded(await client.search(query))) }
    case .loaded(let query):
      if comparesQueries && query != state.query { return .none }
      state.results = query
      state.isLoading = false
      return .none
    }
  }
}

/// Something to search in; the page it returns is known by its query.
public struct SearchClient: Sendable, DependencyKey {
  public var search: @Sendable (String) async -> String

  public static let liveValue = SearchClient(search: { $0 })
}

extension DependencyValues {
  public var searchClient: SearchClient {
    get { self[SearchClient.self] }
    set { self[SearchClient.self] = newValue }
  }
}
