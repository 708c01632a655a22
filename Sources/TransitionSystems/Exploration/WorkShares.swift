import Synchronization

/// Which of some pieces of work each worker does: those of its own first, then what is left of
/// others'.
///
/// Whatever a worker made lies in its caches, and two workers that count references to one object
/// wait for each other.
final class WorkShares: Sendable {
  private let own: [Share]

  private final class Share: Sendable {
    let indices: [Int]
    let taken = Atomic<Int>(0)

    init(_ indices: [Int]) { self.indices = indices }
  }

  /// - Parameter owners: By piece: whose it is.
  init(_ owners: [Int], workers: Int) {
    var indices = Array(repeating: [Int](), count: workers)
    for (index, owner) in owners.enumerated() { indices[owner].append(index) }
    own = indices.map(Share.init)
  }

  /// Does one worker's part: each piece is done by whoever comes to it first.
  func work(_ worker: Int, _ body: (_ index: Int) -> Void) {
    for share in own[worker...] + own[..<worker] {
      while true {
        let next = share.taken.add(1, ordering: .relaxed).oldValue
        guard next < share.indices.count else { break }
        body(share.indices[next])
      }
    }
  }
}
