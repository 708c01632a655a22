import ReducerCheck
import Reducers

/// A directed graph as a feature: at each node an effect asks where to go next, until there is
/// nowhere to go. Each edge is an event, and every node a configuration.
struct Wander: Reducer {
  struct State { var node: Int }
  enum Action {
    case start
    case arrive(Int)
  }
  struct Client: DependencyKey {
    var next: @Sendable (Int) async -> Int = { $0 }
    static let liveValue = Client()
  }

  @Dependency(Client.self) var client
  /// By node: where its edges lead.
  let edges: [[Int]]

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .arrive(let node) = action { state.node = node }
    let node = state.node
    if edges[node].isEmpty { return .none }
    return .run { send in await send(.arrive(client.next(node))) }
  }

  static func spec(_ edges: [[Int]], from start: Int = 0) -> Spec<State, Action> {
    Spec("Wander", of: Wander(edges: edges), startingAt: State(node: start))
      .endpoint("next") {
        $0[Client.self].next = $1
      } outcomes: { node in
        edges[node].map { .success($0) }
      }
      .starting(with: .start)
      .sending { _ in [] }
  }
}
