extension ValueShrinker {
  /// Everything 0; then all leaves 0 in the shape there is.
  static func simplest(_ run: inout Run) {
    if run.attempt([]) { return }
    zeroLeaves(of: 0..<run.best.sequence.count, &run)
  }

  /// Makes each span the simplest there is, outer ones first; where that is not possible, its
  /// leaves 0 in the shape it has.
  static func simplifySpans(_ run: inout Run) {
    var position = 0
    while position < run.best.sequence.spans.count {
      let span = run.best.sequence.spans[position]
      if run.bestForm[span.range].contains(where: { $0 != 0 }) {
        if span.label == .element || !run.attempt(replacing: position, by: []) {
          zeroLeaves(of: span.range, &run)
        }
      }
      position += 1
    }
  }

  private static func zeroLeaves(of range: Range<Int>, _ run: inout Run) {
    let leaves = run.best.sequence.positions(of: .value)
      .filter { range.contains($0) && run.bestForm[$0] > 0 }
    guard leaves.count > 1 else { return }
    _ = run.attempt(setting: leaves.map { ($0, 0) })
  }

  /// Replaces a span by one of the same label within it, nearest first: a tree by its branch.
  static func replaceByDescendants(_ run: inout Run) {
    var position = 0
    while position < run.best.sequence.spans.count {
      if !replaceByDescendant(position, &run) { position += 1 }
    }
  }

  private static func replaceByDescendant(_ position: Int, _ run: inout Run) -> Bool {
    let sequence = run.best.sequence
    let span = sequence.spans[position]
    guard span.label != .element else { return false }
    let descendants = sequence.spans.indices.dropFirst(position + 1).filter {
      let part = sequence.spans[$0]
      return part.label == span.label && part.end <= span.end && part.range.count < span.range.count
    }
    return descendants.contains { run.attempt(replacing: position, part: $0) }
  }
}
