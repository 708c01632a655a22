import Synchronization

/// The numbers given to shapes so far, which all threads that search a feature have in common.
final class ShapeNumbers: Sendable {
  private let lock = Mutex(())
  private let numbering = Numbering()

  /// Does something that expands automata and numbers them; one thread at a time.
  func whileExpanding(_ body: () -> Void) { lock.withLock { _ in body() } }

  /// The number of a shape, by its words.
  func number(of words: [UInt64]) -> Int { numbering.number(of: words) }
}
