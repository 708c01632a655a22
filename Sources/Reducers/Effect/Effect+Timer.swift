extension Effect {
  /// An effect that sends an action once an interval, until it is cancelled.
  ///
  /// The same as a `run` that goes through a clock's ticks, as in
  /// `for await _ in clock.timer(interval: interval) { await send(action()) }`, but what it does next
  /// never depends on how often it has done it: the harness knows that, and a feature whose State
  /// comes round does so with its timer running.
  public static func timer(
    every interval: Duration, on clock: any Clock<Duration>,
    action: @escaping @Sendable () -> Action,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Self {
    let operation: @Sendable (Send<Action>) async -> Void = { send in
      for await _ in clock.timer(interval: interval) { await send(action()) }
    }
    let facts = RunFacts(
      name: nil, fileID: fileID, line: line, priority: nil, handlesErrors: false, repeats: true,
      closures: [ClosureHolder.Operation(function: operation)])
    return Self(.run(Run(facts: facts, body: operation)))
  }
}
