import Foundation
import Synchronization
import Testing

@testable import TransitionSystems

@Suite struct `Work that several workers share` {
  @Test func `is each worker's own first, then what is left of others'`() {
    let shares = WorkShares([0, 1, 0, 2, 1, 0], workers: 3)
    var done: [Int] = []
    shares.work(1) { piece in
      done.append(piece)
      // Another one comes in between.
      if piece == 4 { shares.work(2) { if $0 == 3 { done.append(30) } else { done.append($0) } } }
    }
    #expect(done == [1, 4, 30, 0, 2, 5])
  }

  @Test func `is done once each`() {
    let count = 5_000
    let shares = WorkShares((0..<count).map { $0 * 7 % 3 }, workers: 3)
    let times = (0..<count).map { _ in Times() }
    DispatchQueue.concurrentPerform(iterations: 3) { worker in
      shares.work(worker) { times[$0].count.add(1, ordering: .relaxed) }
    }
    #expect(times.allSatisfy { $0.count.load(ordering: .relaxed) == 1 })
  }

  private final class Times: Sendable {
    let count = Atomic<Int>(0)
  }

  /// Slices of two configurations, three a round: whoever is done takes another's, in any order.
  @Test(arguments: 2...4) func `comes to what one worker finds`(workers: Int) {
    for seed in 0..<150 {
      let alone = NumberSearch(UInt64(seed), workers: 1)
      let together = NumberSearch(UInt64(seed), workers: workers, onThreads: true)
      #expect(alone.search.run { nil } == .closed)
      #expect(together.search.run { nil } == .closed)
      #expect(together.facts == alone.facts, "seed \(seed)")
    }
  }

  @Test func `breaks first what comes first, in whatever order it is done`() {
    let visitor = Visitor(
      ConfigurationStore(.exact, workers: 2), SearchOrder(isShared: true, isAsked: true))
    for (place, ordinal) in [(5, 1), (7, 0), (2, 3), (2, 4), (3, 0)] as [(UInt32, UInt64)] {
      visitor.begin(place)
      visitor.breach("demand", ordinal, place)
    }
    #expect(visitor.breaches.map(\.parent) == [2])
    #expect(visitor.breaches.map(\.ordinal) == [3])
  }
}
