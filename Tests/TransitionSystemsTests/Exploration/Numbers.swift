import Foundation

@testable import TransitionSystems

/// Numbers that lead to numbers, without rhyme or reason but always to the same.
final class Numbers: TransitionSystem {
  final class Batch {
    var numbers: [UInt64] = []
  }

  let seed: UInt64
  let size: UInt64
  let branches: Int
  /// What the properties were asked about.
  private(set) var asked = 0
  /// Whether others are to have their turn while a slice is expanded.
  private let isSlow: Bool

  init(seed: UInt64, size: UInt64, branches: Int, isSlow: Bool = false) {
    self.isSlow = isSlow
    self.seed = seed
    self.size = size
    self.branches = branches
  }

  /// Where a number leads, with the ordinal of each step: some events have a choice in them.
  func successors(of number: UInt64) -> [(ordinal: UInt64, number: UInt64)] {
    var source = RandomSource(seed: seed &+ number &* 977)
    return (0..<branches).map { branch in
      let ordinal = UInt64(branch / 2) << 32 | UInt64(branch % 2)
      return (ordinal, source.next() % size)
    }
  }

  func begin(_ visitor: Visitor) -> Batch {
    let kept = Batch()
    for start in 0..<UInt64(3) { visit(start, start << 32, visitor, kept) }
    return kept
  }

  func expand(
    _ batch: Batch, _ range: Range<Int>, at place: UInt32, _ visitor: Visitor
  ) -> Batch {
    let kept = Batch()
    if isSlow { usleep(UInt32(1 + seed % 5) * 10) }
    for index in range {
      visitor.begin(place + UInt32(index - range.lowerBound))
      for (ordinal, next) in successors(of: batch.numbers[index]) {
        // Some lead past a limit.
        if next % 11 == 7 {
          visitor.refused += 1
        } else {
          visit(next, ordinal, visitor, kept)
        }
      }
    }
    return kept
  }

  func follow(
    _ batch: Batch, _ range: Range<Int>, at place: UInt32, _ visitor: Visitor
  ) -> Batch {
    let kept = Batch()
    for index in range {
      visitor.begin(place + UInt32(index - range.lowerBound))
      while let ordinal = visitor.nextStep() {
        let step = successors(of: batch.numbers[index]).first { $0.ordinal == ordinal }
        guard let step else { return kept }
        visit(step.number, ordinal, visitor, kept)
      }
    }
    return kept
  }

  func keep(_ indices: [Int], in batch: Batch) { batch.numbers.keep(indices) }

  private func visit(_ number: UInt64, _ ordinal: UInt64, _ visitor: Visitor, _ kept: Batch) {
    let words = [number, 12]
    let visit = words.withUnsafeBufferPointer { visitor.visit($0, ordinal) }
    guard visit.kind != .known else { return }
    kept.numbers.append(number)
    if visitor.isFollowing { return }
    asked += 1
    if number % 13 == 5 { visitor.breach("thirteen", ordinal, number) }
    if number % 29 == 3 { visitor.breach("twenty-nine", ordinal, number) }
  }
}

/// A search of numbers, and what there is to see of it.
struct NumberSearch {
  let search: BreadthFirstSearch<Numbers>

  init(
    _ seed: UInt64, workers: Int, _ mode: ConfigurationStore.Mode = .exact, size: UInt64 = 300,
    branches: Int = 4, limits: SearchLimits = SearchLimits(), capacity: Int = .max,
    onThreads: Bool = false
  ) {
    let systems = (0..<workers).map { worker in
      Numbers(seed: seed, size: size, branches: branches, isSlow: onThreads && worker > 0)
    }
    var limits = limits
    limits.sliceSize = 2
    limits.roundSize = 3
    search = BreadthFirstSearch(
      systems, ConfigurationStore(mode, workers: workers, capacity: capacity), limits: limits
    ) { body in
      if onThreads {
        // Whoever runs the body only calls it.
        nonisolated(unsafe) let body = body
        DispatchQueue.concurrentPerform(iterations: workers) { body($0) }
      } else {
        // One after the other, which is one of the ways that threads could take.
        (0..<workers).reversed().forEach(body)
      }
    }
  }

  /// Everything that must not depend on how the search came to where it is.
  var facts: [String] {
    [
      "\(search.layers)", "\(search.count)", "\(search.expanded)", "\(search.generated)",
      "\(search.refused)", "\(search.breaches)", "\(search.steps.bytes)",
      "\((0..<UInt32(search.count)).map { search.steps.step(at: $0) })",
    ]
  }
}
