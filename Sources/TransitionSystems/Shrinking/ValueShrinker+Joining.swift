extension ValueShrinker {
  /// Joins neighbouring elements that end, and begin, with a list: the end of the one and the
  /// beginning of the other are cut out together.
  static func joinLists(_ run: inout Run) {
    var position = 0
    while position < run.best.sequence.spans.count {
      let sequence = run.best.sequence
      if sequence.spans[position].label == .list {
        let seams = seams(between: sequence.children(of: position), in: sequence)
        _ = deletion(from: seams) { kept in
          let cut = sequence.values(without: seams.filter { !kept.contains($0) })
          return run.attempt(cut) { $0.sequence.count == cut.count } ? kept : nil
        }
      }
      position += 1
    }
  }

  private static func seams(between elements: [Int], in sequence: ChoiceSequence) -> [Range<Int>] {
    let spans = sequence.spans
    let lists = sequence.positions(of: .list)
    return zip(elements, elements.dropFirst()).compactMap { first, second in
      let ending = lists.contains { $0 > first && spans[$0].end == spans[first].end }
      let beginning = lists.first { $0 > second && spans[$0].end <= spans[second].end }
      guard ending, let beginning else { return nil }
      return (spans[first].end - 1)..<spans[beginning].start
    }
  }
}
