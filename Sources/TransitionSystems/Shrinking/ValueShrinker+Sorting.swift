extension ValueShrinker {
  /// Puts siblings of one label in order: all at once, else neighbours by neighbours.
  static func sortSiblings(_ run: inout Run) {
    var position = -1
    while position < run.best.sequence.spans.count {
      for label in [ChoiceSpan.Label.element, .group, .list, .optional, .recursive] {
        sort(position, label, &run)
      }
      position += 1
    }
  }

  private static func sort(_ parent: Int, _ label: ChoiceSpan.Label, _ run: inout Run) {
    let contents = siblings(parent, label, run.best.sequence).map { Array(run.bestForm[$0.range]) }
    guard contents.count > 1 else { return }
    let sorted = contents.sorted(by: shortlex)
    if sorted == contents || arrange(sorted, parent, label, &run) { return }
    for place in 1..<contents.count {
      var place = place
      while place > 0, swap(place, parent, label, &run) { place -= 1 }
    }
  }

  private static func swap(
    _ place: Int, _ parent: Int, _ label: ChoiceSpan.Label, _ run: inout Run
  ) -> Bool {
    var contents = siblings(parent, label, run.best.sequence).map { Array(run.bestForm[$0.range]) }
    guard contents.indices.contains(place) else { return false }
    contents.swapAt(place - 1, place)
    return arrange(contents, parent, label, &run)
  }

  /// Tries other contents for the siblings, what lies between them left alone.
  private static func arrange(
    _ contents: [[UInt64]], _ parent: Int, _ label: ChoiceSpan.Label, _ run: inout Run
  ) -> Bool {
    var numbers: [UInt64] = []
    var position = 0
    for (span, content) in zip(siblings(parent, label, run.best.sequence), contents) {
      numbers += run.bestForm[position..<span.start] + content
      position = span.end
    }
    return run.attempt(numbers + run.bestForm[position...])
  }

  private static func siblings(
    _ parent: Int, _ label: ChoiceSpan.Label, _ sequence: ChoiceSequence
  ) -> [ChoiceSpan] {
    sequence.children(of: parent).map { sequence.spans[$0] }.filter { $0.label == label }
  }
}
