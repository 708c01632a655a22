import ComposableArchitecture
import Synchronization

/// The failures of the test stores that an operation makes and lets go.
nonisolated(nonsending) func failures(
  in operation: nonisolated(nonsending) () async throws -> Void
) async rethrows -> [TestFailure] {
  let collector = FailureCollector()
  try await TestFailureReporting.$recorder.withValue(collector.append, operation: operation)
  return collector.failures
}

final class FailureCollector: Sendable {
  private let collected = Mutex<[TestFailure]>([])

  var failures: [TestFailure] { collected.withLock { $0 } }

  func append(_ failure: TestFailure) { collected.withLock { $0.append(failure) } }
}
