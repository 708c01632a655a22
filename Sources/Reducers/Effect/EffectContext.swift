import Synchronization

/// What a running effect may ask of the store it runs in, besides sending.
package protocol EffectRuntime: AnyObject, Sendable {
  /// The effect's number in its store's ledger.
  nonisolated var entry: Int { get }
  /// Cancels what `id` names at the effect's place or below it, the effect itself included.
  func cancel(_ id: CancelID) async
  /// Registers a part of the running effect under `id`, once it has cancelled what `id` names if
  /// that is wanted: nothing else comes between. Returns the token that ends the registration.
  func register(
    _ id: CancelID, cancelInFlight: Bool, stop: @escaping @Sendable () -> Void
  ) async -> Int
  /// Ends a registration.
  func unregister(_ token: Int) async
  /// Notes that from here on the effect only goes through what a clock or a stream gives, doing the
  /// same each time.
  nonisolated func repeats(through source: Any)
}

/// The store that the current task's effect runs in.
package enum EffectContext {
  @TaskLocal package static var runtime: (any EffectRuntime)?
}

/// Runs a part of an effect within reach of ``Effect/cancel(id:)``.
///
/// When the part is cancelled, the rest of the effect goes on; what it sends is delivered.
///
/// - Throws: What `operation` throws; a `CancellationError` when it heeds its cancellation.
public func withTaskCancellation<ID: Hashable & Sendable, Value: Sendable>(
  id: ID, cancelInFlight: Bool = false,
  operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  guard let runtime = EffectContext.runtime else { return try await operation() }
  // Registered before it starts, so that what it calls is known to be part of it.
  let part = CancellablePart<Value>()
  let token = await runtime.register(CancelID(id), cancelInFlight: cancelInFlight) {
    part.cancel()
  }
  let task = part.start(operation)
  let result = await withTaskCancellationHandler {
    await task.result
  } onCancel: {
    task.cancel()
  }
  await runtime.unregister(token)
  return try result.get()
}

/// A part of an effect that can be cancelled before its task exists.
private final class CancellablePart<Value: Sendable>: Sendable {
  private struct State {
    var task: Task<Value, any Error>?
    var isCancelled = false
  }

  private let state = Mutex(State())

  func start(_ operation: @escaping @Sendable () async throws -> Value) -> Task<Value, any Error> {
    let task = Task { try await operation() }
    let isCancelled = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
    return task
  }

  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }
}

extension Task where Success == Never, Failure == Never {
  /// Cancels, from inside an effect, what `id` names at the effect's place or below it.
  public static func cancel<ID: Hashable & Sendable>(id: ID) async {
    await EffectContext.runtime?.cancel(CancelID(id))
  }
}
