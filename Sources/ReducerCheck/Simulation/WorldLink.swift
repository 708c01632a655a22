import ControlledExecution
import Reducers

/// The world as a feature's dependencies know it.
///
/// One simulation has one world. Where several threads search one feature, they share its reducer,
/// its dependencies and the automata of its effects, and each has a world of its own: what a
/// dependency reaches is that of the thread it is called on.
///
/// `@unchecked Sendable` holds because it changes only before other threads have it.
final class WorldLink: @unchecked Sendable {
  private let home: World
  /// Whether other threads have worlds of their own.
  private(set) var isShared = false

  private static let ofThread = ThreadLocal<World>()

  init(_ home: World) { self.home = home }

  /// The world of the calling thread.
  var world: World {
    isShared ? Self.ofThread.current ?? home : home
  }

  /// Makes each thread's own world the one that dependencies reach.
  func share() { isShared = true }

  /// Does something for which a world is the calling thread's.
  func perform<Value>(in world: World, _ body: () throws -> Value) rethrows -> Value {
    guard isShared else { return try body() }
    return try Self.ofThread.withValue(world, body)
  }

  /// Answers a read.
  func ask(_ ask: Ask) -> Answer { world.ask(ask) }

  /// The outcome of a synchronous endpoint.
  func outcome(of endpoint: Endpoint, _ arguments: [Any]) -> AnyOutcome {
    world.outcome(of: endpoint, arguments)
  }

  /// The outcome of an asynchronous endpoint, once the harness resolves the call.
  func call<Value>(_ endpoint: Endpoint, _ arguments: [Any]) async throws -> Value {
    try await world.call(endpoint, arguments)
  }
}
