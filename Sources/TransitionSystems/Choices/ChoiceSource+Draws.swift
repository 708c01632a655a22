extension ChoiceSource {
  /// Draws a number in `0...bound`, at random with a taste for boundaries.
  package mutating func value(upTo bound: UInt64) -> UInt64 {
    choose(upTo: bound, .value) { $0.boundaryBiased(upTo: bound) }
  }

  /// Draws a number in `0...bound`, each as likely.
  package mutating func uniform(upTo bound: UInt64) -> UInt64 {
    choose(upTo: bound, .value) { $0.uniform(upTo: bound) }
  }

  /// Draws which of `count` ways to go.
  package mutating func branch(_ count: Int) -> Int {
    let bound = UInt64(max(count, 1) - 1)
    return Int(choose(upTo: bound, .branch) { $0.uniform(upTo: bound) })
  }

  /// Draws which way to go, each as likely as its weight; what is recorded is the way alone.
  package mutating func branch(weights: [Int], total: Int) -> Int {
    let index = choose(upTo: UInt64(max(weights.count, 1) - 1), .branch) { random in
      var point = Int(random.uniform(upTo: UInt64(max(total, 1) - 1)))
      for (index, weight) in weights.enumerated() {
        point -= weight
        if point < 0 { return UInt64(index) }
      }
      return 0
    }
    return Int(index)
  }

  /// Draws yes with a chance of `chance` in 256; no is the simpler.
  package mutating func flag(_ chance: UInt64) -> Bool {
    choose(upTo: 1, .flag) { $0.next() >> 56 < chance ? 1 : 0 } == 1
  }

  /// Draws whether a collection of `count` elements gets another one.
  ///
  /// The flag is recorded even where the range leaves no choice, so that elements are all alike:
  /// when one is cut out of the sequence, those after it still read as elements.
  mutating func continues(after count: Int, in range: ClosedRange<Int>) -> Bool {
    if count < range.lowerBound {
      _ = choose(upTo: 0, .flag) { _ in 0 }
      return true
    }
    guard count < range.upperBound else {
      return choose(upTo: 0, .flag) { _ in 0 } == 1
    }
    let usual = min(range.lowerBound + 5, (range.lowerBound + range.upperBound + 1) / 2)
    let more = UInt64(max(usual - range.lowerBound, 1))
    return flag(256 * more / (more + 1))
  }
}
