/// Where generators draw from: at random, or along numbers recorded before.
///
/// A person meets it as the argument of `Generator.compose`, and calls it with a generator.
public struct ChoiceSource {
  /// What comes after the script.
  package enum Tail: Sendable {
    case random(RandomSource)
    case zeros
  }

  /// At most this many choices are random; then all are 0, so that every recursion comes to an end.
  package static let defaultLimit = 16_384

  package internal(set) var choices: [Choice] = []
  package internal(set) var spans: [ChoiceSpan] = []
  /// Whether more was drawn than the script has.
  package private(set) var overran = false
  /// Whether a filter may draw again. An enumeration must not: it meets the next value by itself.
  package let retries: Bool
  let recordsSpans: Bool
  var innermost = -1
  let splice: Splice?
  /// What is read while the splice's span is drawn.
  var template: ChoiceTemplate?
  private var script: [UInt64]
  private var position = 0
  private var random: RandomSource
  private let randomLimit: Int

  /// Draws along `script`, each number clamped to what is asked for, then along `tail`.
  package init(
    script: [UInt64] = [], then tail: Tail = .zeros, splice: Splice? = nil,
    recordsSpans: Bool = true, retries: Bool = true, limit: Int = ChoiceSource.defaultLimit
  ) {
    self.script = script
    self.splice = splice
    self.recordsSpans = recordsSpans
    self.retries = retries
    switch tail {
    case .random(let source): (random, randomLimit) = (source, limit)
    case .zeros: (random, randomLimit) = (RandomSource(seed: 0), 0)
    }
  }

  /// Draws at random from a seed.
  package init(seed: UInt64, recordsSpans: Bool = false) {
    self.init(then: .random(RandomSource(seed: seed)), recordsSpans: recordsSpans)
  }

  /// What was drawn so far.
  package var sequence: ChoiceSequence { ChoiceSequence(choices: choices, spans: spans) }

  /// Whether a second try can differ from the first.
  package var canRetry: Bool { retries && (!overran || choices.count < randomLimit) }

  /// Draws a value of the generator.
  ///
  /// - Throws: `Discarded` when the generator has no value to give.
  public mutating func callAsFunction<Value>(
    _ generator: Generator<Value>
  ) throws(Discarded) -> Value {
    try generator.draw(from: &self)
  }

  /// Records one choice: the script's next number, else one that `pick` takes at random, else 0.
  ///
  /// - Complexity: O(1), some ten nanoseconds when optimised.
  @inline(__always)
  mutating func choose(
    upTo bound: UInt64, _ kind: Choice.Kind, _ pick: (inout RandomSource) -> UInt64
  ) -> UInt64 {
    let value: UInt64
    if position < script.count {
      value = min(script[position], bound)
      position += 1
    } else {
      value = beyondScript(upTo: bound, pick)
    }
    choices.append(Choice(value, upTo: bound, kind))
    return value
  }

  private mutating func beyondScript(
    upTo bound: UInt64, _ pick: (inout RandomSource) -> UInt64
  ) -> UInt64 {
    if template != nil { return min(template?.next() ?? 0, bound) }
    overran = true
    return choices.count < randomLimit ? pick(&random) : 0
  }

  /// Goes on along other numbers; returns what was left behind.
  mutating func redirect(to other: [UInt64], at newPosition: Int) -> [UInt64] {
    let old = script
    script = other
    position = newPosition
    return old
  }
}
