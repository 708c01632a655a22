extension ValueShrinker {
  /// With more choices than this the smaller sequences are never few enough: not worth counting.
  private static var longestExhausted: Int { 16 }

  /// Tries every smaller sequence whose leaves are no greater than the greatest there is, the
  /// simplest first, where that is at most 2 and they are few enough; else those of leaves up to 1.
  ///
  /// The first that fails is the minimum among them, and when none fails there is no smaller one.
  /// It finds what no sequence of gains leads to: another shape as small as this one.
  static func exhaust(_ run: inout Run) {
    let sequence = run.best.sequence
    let greatest = sequence.positions(of: .value).map { sequence.choices[$0].value }.max() ?? 0
    let open = sequence.choices.filter { $0.bound > 0 }.count
    guard greatest <= 2, open <= longestExhausted else { return }
    for cap in [greatest, 1] where cap <= greatest {
      guard let candidates = smaller(than: sequence, cap: cap, &run) else { continue }
      for candidate in candidates.sorted(by: shortlex) where run.attempt(candidate) { return }
      return
    }
  }

  /// The smaller sequences not asked about yet; nil when there are more than the limit.
  private static func smaller(
    than sequence: ChoiceSequence, cap: UInt64, _ run: inout Run
  ) -> [[UInt64]]? {
    let bounds = Odometer<Value>.Bounds(length: sequence.count, value: cap)
    var odometer = Odometer(run.problem.generator, bounds: bounds)
    var candidates: [[UInt64]] = []
    var steps = 0
    defer { run.note(realizations: steps) }
    while let step = odometer.next() {
      steps += 1
      if case .value(_, let drawn) = step {
        let numbers = drawn.values
        if shortlex(numbers, run.bestForm) && !run.knows(numbers) { candidates.append(numbers) }
      }
      if candidates.count > run.limits.exhaustive || steps > 4 * run.limits.exhaustive {
        return nil
      }
    }
    return candidates
  }
}
