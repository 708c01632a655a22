import Reducers
import Testing

@testable import ReducerCheck

private struct Wire: Sendable {
  var messages: @Sendable () -> AsyncStream<Int>
  var load: @Sendable () async throws -> Void
}

extension Wire: DependencyKey {
  static let liveValue = Wire(messages: { AsyncStream { nil } }, load: {})
}

extension DependencyValues {
  fileprivate var wire: Wire {
    get { self[Wire.self] }
    set { self[Wire.self] = newValue }
  }
}

/// A socket that stays open, and a load whose failure nobody tells of.
private struct Client: Reducer {
  struct State { var loading = false }
  enum Action { case connect, load, loaded, message }

  @Dependency(\.wire) var wire

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .connect:
      return .run { send in for await _ in wire.messages() { await send(.message) } }
    case .load:
      state.loading = true
      return .run { send in
        try await wire.load()
        await send(.loaded)
      } catch: { _, _ in
      }
    case .loaded:
      state.loading = false
      return .none
    case .message: return .none
    }
  }
}

@Suite struct `Quiescence` {
  @Test func `a socket that is open does not keep a feature from being at rest`() throws {
    let spec = Spec("Client", of: Client(), startingAt: Client.State())
      .starting(with: .connect)
      .endpoint("messages") {
        $0.wire.messages = $1
      } elements: {
        [0]
      }
      .endpoint("load") { $0.wire.load = $1 }
      .sending { state in state.loading ? [] : [.load] }
      .quiescent("not loading") { !$0.loading }
    // The loop over the messages is opaque, so that the space does not close.
    let explored = try explored(spec, depth: 3)
    #expect(explored.traces["not loading"] == ["send load", "resolve load() → failure"])
  }
}
