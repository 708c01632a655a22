import Reducers

/// B02 of the public bug list (ZULIP-4106): a snapshot and live events overtake each other.
///
/// Events for a conversation that is still being fetched are dropped; the snapshot that arrives
/// later does not have them, and the client believes that it has caught up.
@Reducer
public struct CatchUp: Sendable {
  public struct State: Equatable {
    public var messages: [Int]?
    public var isCaughtUp = false
    public var isOpen = false
    public var buffer: [Int] = []

    public init() {}
  }

  public enum Action {
    case open
    case event(Int)
    case parsed([Int])
  }

  /// Whether events that arrive during the fetch are kept: the repair.
  let keepsEvents: Bool
  @Dependency(\.chat) var chat

  public init(keepsEvents: Bool) { self.keepsEvents = keepsEvents }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .open:
      state.isOpen = true
      return .merge(
        .run { send in await send(.parsed(await chat.fetch())) },
        .run { send in
          for await message in chat.events() { await send(.event(message)) }
        })
    case .event(let message):
      if let messages = state.messages {
        if !messages.contains(message) { state.messages = messages + [message] }
      } else if keepsEvents {
        state.buffer.append(message)
      }
      return .none
    case .parsed(let snapshot):
      state.messages = snapshot + state.buffer.filter { !snapshot.contains($0) }
      state.isCaughtUp = true
      return .none
    }
  }
}

/// The server side of a chat.
public struct ChatClient: Sendable, DependencyKey {
  public var fetch: @Sendable () async -> [Int]
  public var events: @Sendable () -> AsyncStream<Int>

  public static let liveValue = ChatClient(
    fetch: { [] }, events: { AsyncStream { $0.finish() } })
}

extension DependencyValues {
  public var chat: ChatClient {
    get { self[ChatClient.self] }
    set { self[ChatClient.self] = newValue }
  }
}
