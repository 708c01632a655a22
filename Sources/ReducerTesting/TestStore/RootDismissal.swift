import Synchronization

/// Whether the feature of a test store has asked for its own dismissal, as one that is presented.
final class RootDismissal: Sendable {
  private let done = Atomic(false)

  var isDone: Bool {
    get { done.load(ordering: .acquiring) }
    set { done.store(newValue, ordering: .releasing) }
  }
}
