import Reducers
import Synchronization

/// The misuses reported during an operation.
func misuses(in operation: () throws -> Void) rethrows -> [Misuse] {
  let collector = MisuseCollector()
  try withMisuseReporter(collector.append, operation: operation)
  return collector.misuses
}

final class MisuseCollector: Sendable {
  private let collected = Mutex<[Misuse]>([])

  var misuses: [Misuse] { collected.withLock { $0 } }

  func append(_ misuse: Misuse) { collected.withLock { $0.append(misuse) } }
}
