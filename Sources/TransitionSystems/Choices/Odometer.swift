/// Counts through all the choice sequences of a generator, as a mileage counter does: the last
/// choice that can be raised is, and what came after it starts again from 0.
///
/// Every sequence comes exactly once, in lexicographic order. A generator of a finite domain comes
/// to an end; for any other one it is the caller who stops, or the bounds that do.
package struct Odometer<Value> {
  /// How far it counts.
  package struct Bounds: Sendable {
    /// Sequences longer than this are passed over; 0 is taken for the shortest way on everywhere.
    package var length: Int
    /// No leaf is raised above this.
    package var value: UInt64

    package init(length: Int = .max, value: UInt64 = .max) {
      self.length = length
      self.value = value
    }
  }

  /// One stop of the counter.
  package enum Step {
    case value(Value, ChoiceSequence)
    /// The generator discards this sequence, or it is too long.
    case skipped
  }

  /// The last reason for which a sequence was discarded.
  package private(set) var lastDiscarded: Discarded?
  private let generator: Generator<Value>
  private let bounds: Bounds
  private let recordsSpans: Bool
  /// What to draw next; nil when all have been.
  private var script: [UInt64]? = []

  package init(_ generator: Generator<Value>, bounds: Bounds = Bounds(), recordsSpans: Bool = false)
  {
    self.generator = generator
    self.bounds = bounds
    self.recordsSpans = recordsSpans
  }

  /// Whether every sequence within the bounds has been met.
  package var isFinished: Bool { script == nil }

  /// Draws the next sequence; nil when there is none.
  package mutating func next() -> Step? {
    guard let script else { return nil }
    var source = ChoiceSource(script: script, recordsSpans: recordsSpans, retries: false)
    var end = bounds.length
    defer { self.script = following(source.choices.prefix(end)) }
    do {
      let value = try generator.draw(from: &source)
      if source.choices.count <= bounds.length { return .value(value, source.sequence) }
      // What follows the script is all 0, the shortest way on: there is no shorter end to it.
      end = script.count
      return .skipped
    } catch {
      lastDiscarded = error
      return .skipped
    }
  }

  private func following(_ choices: ArraySlice<Choice>) -> [UInt64]? {
    for index in choices.indices.reversed() {
      let choice = choices[index]
      let top = choice.kind == .value ? min(choice.bound, bounds.value) : choice.bound
      if choice.value < top { return choices[..<index].map { $0.value } + [choice.value + 1] }
    }
    return nil
  }
}
