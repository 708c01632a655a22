extension ValueShrinker {
  /// Lowers each leaf as far as it goes.
  static func lowerValues(_ run: inout Run) {
    var position = 0
    while position < run.best.sequence.count {
      let choice = run.best.sequence.choices[position]
      if choice.kind == .value && choice.value > 0 {
        lowest(below: choice.value) { run.attempt(setting: [(position, $0)]) }
      }
      position += 1
    }
  }

  /// Tries the powers of two below each leaf, which may fail where its neighbours do not.
  static func jumpValues(_ run: inout Run) {
    for position in run.best.sequence.positions(of: .value) {
      guard run.bestForm.indices.contains(position) else { return }
      var lower: UInt64 = 4
      while lower < run.bestForm[position], !run.attempt(setting: [(position, lower)]) {
        lower = lower <= .max / 2 ? lower * 2 : .max
      }
    }
  }

  /// Lowers leaves that have the same value, all at once.
  static func lowerDuplicates(_ run: inout Run) {
    let sequence = run.best.sequence
    var seen: [UInt64] = []
    for position in sequence.positions(of: .value) {
      let value = sequence.choices[position].value
      guard value > 0, !seen.contains(value) else { continue }
      seen.append(value)
      let equal = run.best.sequence.positions(of: .value).filter { run.bestForm[$0] == value }
      guard equal.count > 1 else { continue }
      lowest(below: value) { lower in run.attempt(setting: equal.map { ($0, lower) }) }
    }
  }

  /// Takes an earlier way at each branch: with the numbers there are, or else a simple leaf.
  static func lowerBranches(_ run: inout Run) {
    var position = 0
    while position < run.best.sequence.spans.count {
      lowerBranch(of: position, &run)
      position += 1
    }
  }

  private static func lowerBranch(of span: Int, _ run: inout Run) {
    let start = run.best.sequence.spans[span].start
    guard !run.best.sequence.spans[span].range.isEmpty else { return }
    let choice = run.best.sequence.choices[start]
    guard choice.kind == .branch else { return }
    for lower in 0..<choice.value {
      if run.attempt(setting: [(start, lower)]) { return }
      for leaf: UInt64 in 0...3 where run.attempt(replacing: span, by: [lower, leaf]) { return }
    }
  }
}
