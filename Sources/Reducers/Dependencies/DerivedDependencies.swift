import Synchronization

/// The current dependencies with a change that is always the same, made anew only when they change.
///
/// Several threads may use it.
final class DerivedDependencies {
  private let update: (inout DependencyValues) -> Void
  private let last = Mutex<(base: DependencyValues, derived: DependencyValues)?>(nil)

  init(_ update: @escaping (inout DependencyValues) -> Void) { self.update = update }

  /// Runs an operation under them.
  func run<Result>(_ operation: () -> Result) -> Result {
    let derived = derived(from: .current)
    return DependencyValues.$current.withValue(derived, operation: operation)
  }

  private func derived(from current: DependencyValues) -> DependencyValues {
    // Under the lock, so that all threads get the same: effects are known by their dependencies.
    last.withLock { last in
      if let last, last.base.storageIdentity == current.storageIdentity { return last.derived }
      let derived = current.updated(update)
      last = (current, derived)
      return derived
    }
  }
}
