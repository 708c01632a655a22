import Synchronization

/// Finds out whether a test value is a stand-in that no test should get to see.
package enum PlaceholderTestValue {
  private final class Probe: Sendable {
    let wasNoted = Atomic(false)
    let isLive = Atomic(false)
  }

  @TaskLocal private static var probe: Probe?

  /// Says, from within a `testValue`, that reading it is a misuse, and whether it is the live value.
  package static func note(isLive: Bool = false) {
    probe?.wasNoted.store(true, ordering: .relaxed)
    if isLive { probe?.isLive.store(true, ordering: .relaxed) }
  }

  static func detect<Value>(
    _ makeValue: () -> Value
  ) -> (value: Value, isPlaceholder: Bool, isLive: Bool) {
    let probe = Probe()
    let value = $probe.withValue(probe, operation: makeValue)
    return (
      value, probe.wasNoted.load(ordering: .relaxed), probe.isLive.load(ordering: .relaxed)
    )
  }
}
