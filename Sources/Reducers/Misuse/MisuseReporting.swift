import Synchronization

/// The one place through which every misuse leaves the reducer core.
public enum MisuseReporting {
  /// What is done with a misuse.
  public typealias Reporter = @Sendable (Misuse) -> Void

  @TaskLocal static var reporter: Reporter?
  private static let fallbackReporter = Mutex<Reporter>({ printToStandardError("\($0)") })

  /// What is done with a misuse outside of any `withMisuseReporter`; prints to standard error until set.
  public static var fallback: Reporter {
    get { fallbackReporter.withLock { $0 } }
    set { fallbackReporter.withLock { $0 = newValue } }
  }
}

/// Runs an operation whose misuses, and those of the tasks it starts, go to a reporter.
public func withMisuseReporter<Result>(
  _ reporter: @escaping MisuseReporting.Reporter, operation: () throws -> Result
) rethrows -> Result {
  try MisuseReporting.$reporter.withValue(reporter, operation: operation)
}

/// Runs an asynchronous operation whose misuses, and those of the tasks it starts, go to a reporter.
public func withMisuseReporter<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ reporter: @escaping MisuseReporting.Reporter, operation: () async throws -> Result
) async rethrows -> Result {
  try await MisuseReporting.$reporter.withValue(reporter, operation: operation)
}

/// Hands a misuse to the nearest reporter, or to the fallback.
package func report(_ misuse: Misuse) {
  if let reporter = MisuseReporting.reporter {
    reporter(misuse)
  } else {
    MisuseReporting.fallback(misuse)
  }
}
