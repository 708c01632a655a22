import ReducerCheck
import Reducers

/// What the small features of these tests call: one function for each shape that matters.
struct Backend: Sendable {
  /// May throw, and does so when its task is cancelled.
  var f: @Sendable () async throws -> Void
  /// Cannot throw, so it goes on when its task is cancelled.
  var g: @Sendable () async -> Void
  /// A call that is told from others by its number.
  var call: @Sendable (Int) async throws -> Void
  var read: @Sendable () async -> Int
  var write: @Sendable (Int) async -> Void
}

extension Backend: DependencyKey {
  static let liveValue = Backend(f: {}, g: {}, call: { _ in }, read: { 0 }, write: { _ in })
}

extension DependencyValues {
  var backend: Backend {
    get { self[Backend.self] }
    set { self[Backend.self] = newValue }
  }
}

extension Spec {
  /// Endpoints that can only succeed: what is counted is orders, not outcomes.
  func answering() -> Self {
    endpoint("f", failing: []) { $0.backend.f = $1 }
      .endpoint("g") { $0.backend.g = $1 }
      .endpoint("call", failing: []) { $0.backend.call = $1 }
  }
}
