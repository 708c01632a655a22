/// A handle on every effect that one action sent to a store leads to.
@MainActor
public struct StoreTask {
  private let isAlive: @MainActor () -> Bool
  private let cancelAll: @MainActor () -> Void
  private let finishAll: @MainActor () async -> Void

  init(
    isAlive: @escaping @MainActor () -> Bool, cancel: @escaping @MainActor () -> Void,
    finish: @escaping @MainActor () async -> Void
  ) {
    self.isAlive = isAlive
    cancelAll = cancel
    finishAll = finish
  }

  /// Whether all of its effects have ended.
  public var isFinished: Bool { !isAlive() }

  /// Cancels its effects, those that follow-up actions started included.
  public func cancel() { cancelAll() }

  /// Waits until its effects have ended, those of follow-up actions included.
  ///
  /// Cancelling the task that waits cancels the effects.
  public func finish() async {
    let cancelAll = cancelAll
    await withTaskCancellationHandler {
      await finishAll()
    } onCancel: {
      Task { @MainActor in cancelAll() }
    }
  }
}
