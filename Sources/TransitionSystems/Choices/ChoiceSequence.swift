/// All the draws that made one value, with the structure they were made in.
///
/// After MacIver & Donaldson, "Test-Case Reduction via Test-Case Generation" (ECOOP 2020): a value
/// is shrunk by changing the choices and drawing again, so whatever a generator promises of its
/// values holds for the shrunk ones too. Unlike Hypothesis, every choice is an integer.
package struct ChoiceSequence: Hashable, Sendable {
  package var choices: [Choice]
  /// In the order in which they were opened: a span comes before those within it.
  package var spans: [ChoiceSpan]

  package init(choices: [Choice] = [], spans: [ChoiceSpan] = []) {
    self.choices = choices
    self.spans = spans
  }

  /// The numbers alone: enough to draw the same value again from the same generator.
  package var values: [UInt64] { choices.map { $0.value } }

  package var count: Int { choices.count }

  /// The spans directly within the span at `position`, in order.
  package func children(of position: Int) -> [Int] {
    spans.indices.filter { spans[$0].parent == position }
  }

  /// The positions of choices of one kind that may still be lowered, or raised.
  package func positions(of kind: Choice.Kind) -> [Int] {
    choices.indices.filter { choices[$0].kind == kind && choices[$0].bound > 0 }
  }
}

extension ChoiceSequence: Comparable {
  /// Shortlex: fewer choices first, then the first difference decides.
  package static func < (left: ChoiceSequence, right: ChoiceSequence) -> Bool {
    shortlex(left.values, right.values)
  }
}

/// Whether `left` is simpler than `right`: shorter, or as long and smaller where they first differ.
package func shortlex(_ left: [UInt64], _ right: [UInt64]) -> Bool {
  guard left.count == right.count else { return left.count < right.count }
  for index in left.indices where left[index] != right[index] {
    return left[index] < right[index]
  }
  return false
}
