/// A place where one effect waits until a test opens it, or until it is cancelled.
final class Gate: Sendable {
  private let openings = AsyncStream<Void>.makeStream()
  private let arrivals = AsyncStream<Void>.makeStream()

  func wait() async {
    arrivals.continuation.yield()
    for await _ in openings.stream { return }
  }

  func open() { openings.continuation.yield() }

  /// Returns once an effect waits, or has waited, here.
  func arrival() async {
    for await _ in arrivals.stream { return }
  }
}
