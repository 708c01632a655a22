/// How a harness holds a store's effects.
package struct StoreControl: Sendable {
  /// Where their tasks run.
  package let executor: any TaskExecutor
  /// Waits until an entry's send of an action may go through.
  package let willSend: @Sendable (_ entry: Int, _ action: Any) async -> Void
  /// Waits until an entry may go on from a gate.
  package let pass: @Sendable (_ entry: Int, _ gate: Gate) async -> Void
  /// Whether the harness will carry out the cancellation of an entry or a part of it itself.
  package let holdsCancellation: @Sendable (_ entry: Int, _ inner: CancelID?) -> Bool
  /// Whether what an action leads to at once waits, too, until the harness has it reduced.
  package let isStepwise: Bool

  /// Where the work of an effect touches the store.
  package enum Gate: Hashable, Sendable {
    /// Its closure is about to be called.
    case start
    /// What it sent has been reduced.
    case sent
    /// It is about to cancel something.
    case cancel
    /// What it cancelled is cancelled.
    case cancelled
    /// It has ended.
    case finish
  }

  package init(
    executor: any TaskExecutor,
    willSend: @escaping @Sendable (_ entry: Int, _ action: Any) async -> Void,
    pass: @escaping @Sendable (_ entry: Int, _ gate: Gate) async -> Void,
    holdsCancellation: @escaping @Sendable (_ entry: Int, _ inner: CancelID?) -> Bool,
    isStepwise: Bool = false
  ) {
    self.executor = executor
    self.willSend = willSend
    self.pass = pass
    self.holdsCancellation = holdsCancellation
    self.isStepwise = isStepwise
  }
}
