extension ShrinkRun {
  /// Tries the best with some choices changed.
  mutating func attempt<Value>(
    setting changes: [(Int, UInt64)]
  ) -> Bool where Problem == ChoiceProblem<Value> {
    var numbers = bestForm
    for (index, number) in changes {
      guard numbers.indices.contains(index) else { return false }
      numbers[index] = number
    }
    return attempt(numbers)
  }

  /// Tries the best with other content in one span: numbers, or another span's content.
  mutating func attempt<Value>(
    replacing span: Int, by numbers: [UInt64] = [], part: Int? = nil
  ) -> Bool where Problem == ChoiceProblem<Value> {
    guard best.sequence.spans.indices.contains(span) else { return false }
    let splice = ChoiceSource.Splice(
      span: span, resume: best.sequence.spans[span].end, replacement: numbers,
      template: part.map { ChoiceTemplate(best.sequence, span: $0) })
    note(realizations: 1)
    guard let subject = problem.draw(bestForm, splice: splice) else { return false }
    return attempt(subject.sequence.values)
  }
}

extension ChoiceSequence {
  /// The numbers without those at the ranges, which are in order and do not overlap.
  func values(without ranges: [Range<Int>]) -> [UInt64] {
    var kept: [UInt64] = []
    var position = 0
    for range in ranges {
      kept += choices[position..<range.lowerBound].map { $0.value }
      position = range.upperBound
    }
    return kept + choices[position...].map { $0.value }
  }

  /// The spans of one label.
  func positions(of label: ChoiceSpan.Label) -> [Int] {
    spans.indices.filter { spans[$0].label == label }
  }
}
