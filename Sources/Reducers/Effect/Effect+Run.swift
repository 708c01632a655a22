extension Effect {
  /// An effect that runs asynchronous work and sends actions back.
  ///
  /// Nothing runs until a store interprets the effect. Errors: a `CancellationError`, and any
  /// error thrown while the task is cancelled, end the effect quietly; another goes to `handler`;
  /// without one it is reported as ``Misuse`` of kind `unhandledError`.
  ///
  /// - Parameters:
  ///   - name: What reports call the effect.
  ///   - operation: The work. It must be a function of what its dependencies answer.
  ///   - handler: What to do with an error.
  @inlinable
  public static func run(
    priority: TaskPriority? = nil,
    name: String? = nil,
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    var closures: [Any] = [ClosureHolder.Operation(function: operation)]
    if let handler { closures.append(ClosureHolder.Handler(function: handler)) }
    let facts = RunFacts(
      name: name, fileID: fileID, line: line, priority: priority, handlesErrors: handler != nil,
      closures: closures)
    let run = Run<Action>(facts: facts) { send in
      do {
        try await operation(send)
      } catch is CancellationError {
        return
      } catch {
        if Task.isCancelled { return }
        guard let handler else { throw error }
        await handler(error, send)
      }
    }
    return Self(.run(run))
  }
}
