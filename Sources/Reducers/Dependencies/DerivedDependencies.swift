/// The current dependencies with a change that is always the same, made anew only when they change.
///
/// For one thread at a time.
final class DerivedDependencies {
  private let update: (inout DependencyValues) -> Void
  private var last: (base: DependencyValues, derived: DependencyValues)?

  init(_ update: @escaping (inout DependencyValues) -> Void) { self.update = update }

  /// Runs an operation under them.
  func run<Result>(_ operation: () -> Result) -> Result {
    let current = DependencyValues.current
    if let last, last.base.storageIdentity == current.storageIdentity {
      return DependencyValues.$current.withValue(last.derived, operation: operation)
    }
    let derived = current.updated(update)
    last = (current, derived)
    return DependencyValues.$current.withValue(derived, operation: operation)
  }
}
