/// A value with the choices that made it.
package struct DrawnValue<Value> {
  package let value: Value
  package let sequence: ChoiceSequence

  package init(_ value: Value, _ sequence: ChoiceSequence) {
    self.value = value
    self.sequence = sequence
  }
}

/// Shrinking a drawn value: proposals are numbers to draw it from.
package struct ChoiceProblem<Value>: ShrinkProblem {
  package let generator: Generator<Value>
  private let fails: (Value) -> Bool

  package init(_ generator: Generator<Value>, fails: @escaping (Value) -> Bool) {
    self.generator = generator
    self.fails = fails
  }

  package func realize(_ proposal: [UInt64]) -> DrawnValue<Value>? {
    draw(proposal, splice: nil)
  }

  /// Draws along the numbers, but for one span, which has numbers of its own.
  package func draw(_ numbers: [UInt64], splice: ChoiceSource.Splice?) -> DrawnValue<Value>? {
    var source = ChoiceSource(script: numbers, splice: splice)
    guard let value = try? generator.draw(from: &source) else { return nil }
    return DrawnValue(value, source.sequence)
  }

  package func normalForm(_ subject: DrawnValue<Value>) -> [UInt64] { subject.sequence.values }

  package func precedes(_ left: [UInt64], _ right: [UInt64]) -> Bool { shortlex(left, right) }

  package func stillFails(_ subject: DrawnValue<Value>) -> Bool { fails(subject.value) }
}
