extension ValueShrinker {
  /// Lowers two leaves by the same amount, which keeps their difference.
  static func lowerPairs(_ run: inout Run) {
    forPairs(&run) { left, right, run in
      let (first, second) = (run.bestForm[left], run.bestForm[right])
      let lesser = min(first, second)
      lowest(below: lesser) { lower in
        run.attempt(setting: [
          (left, first - (lesser - lower)), (right, second - (lesser - lower)),
        ])
      }
    }
  }

  /// Lowers a leaf and raises a later one by the same amount, which keeps their sum.
  static func redistribute(_ run: inout Run) {
    forPairs(&run) { left, right, run in
      let (first, second) = (run.bestForm[left], run.bestForm[right])
      let room = run.best.sequence.choices[right].bound - second
      lowest(from: first - min(first, room), below: first) { lower in
        run.attempt(setting: [(left, lower), (right, second + (first - lower))])
      }
    }
  }

  /// Raises a leaf to its bound where an earlier one can then be lowered: an order by the first
  /// difference has no objection, and an overflow needs one of its sides at the end of its range.
  static func raiseToBound(_ run: inout Run) {
    forPairs(&run) { left, right, run in
      let bound = run.best.sequence.choices[right].bound
      let first = run.bestForm[left]
      guard run.bestForm[right] < bound else { return }
      let nearest = [first - 1, first - min(first, 2)]
      guard nearest.contains(where: { run.attempt(setting: [(left, $0), (right, bound)]) })
      else { return }
      lowest(below: run.bestForm[left]) { run.attempt(setting: [(left, $0)]) }
    }
  }

  /// Visits the pairs of leaves that are near to each other, where the first can be lowered.
  private static func forPairs(_ run: inout Run, _ visit: (Int, Int, inout Run) -> Void) {
    var place = 0
    while place < run.best.sequence.positions(of: .value).count {
      for distance in 1...pairDistance {
        let leaves = run.best.sequence.positions(of: .value)
        guard place + distance < leaves.count, run.bestForm[leaves[place]] > 0 else { break }
        visit(leaves[place], leaves[place + distance], &run)
      }
      place += 1
    }
  }
}
