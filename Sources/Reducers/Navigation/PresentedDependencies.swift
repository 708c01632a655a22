/// The dependencies of a presented child: those of its parent, and the knowledge of being presented.
///
/// Made anew only when the parent's are others than the last time: it is quicker, and effects that
/// are otherwise the same are known to the harness by their dependencies.
final class PresentedDependencies {
  private let derived = DerivedDependencies { $0.dismiss = DismissEffect(kind: .presented) }

  /// Runs an operation under them.
  func run<Result>(_ operation: () -> Result) -> Result {
    DependencyValues.current.dismiss.isOfPresentation ? operation() : derived.run(operation)
  }
}
