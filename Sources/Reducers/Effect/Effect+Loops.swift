/// Effects that do one thing over and over, and keep nothing from one time to the next.
///
/// Each is the same as a `run` with a loop in it. But of a loop in a closure nobody can see from
/// outside that its hundredth time is like its first; of these the harness knows it, so that a
/// feature whose State comes round does so with them running.
extension Effect {
  /// An effect that sends an action once an interval, until it is cancelled.
  ///
  /// The same as `for await _ in clock.timer(interval: interval) { await send(action()) }`.
  public static func timer(
    every interval: Duration, on clock: any Clock<Duration>,
    action: @escaping @Sendable () -> Action,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Self {
    loop(fileID, line) { send in
      EffectContext.runtime?.repeats(through: clock)
      for await _ in clock.timer(interval: interval) { await send(action()) }
    }
  }

  /// An effect that sends an action for each element of a stream, until that ends or the effect is
  /// cancelled.
  ///
  /// The same as `for await element in elements() { await send(action(element)) }`.
  ///
  /// - Parameter elements: Gets the stream from a dependency: `client.messages`.
  public static func stream<Element: Sendable>(
    _ elements: @escaping @Sendable () async -> AsyncStream<Element>,
    action: @escaping @Sendable (Element) -> Action,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Self {
    loop(fileID, line) { send in
      let elements = await elements()
      EffectContext.runtime?.repeats(through: elements)
      for await element in elements { await send(action(element)) }
    }
  }

  private static func loop(
    _ fileID: StaticString, _ line: UInt, _ body: @escaping @Sendable (Send<Action>) async -> Void
  ) -> Self {
    let facts = RunFacts(
      name: nil, fileID: fileID, line: line, priority: nil, handlesErrors: false,
      closures: [ClosureHolder.Operation(function: body)])
    return Self(.run(Run(facts: facts, body: body)))
  }
}
