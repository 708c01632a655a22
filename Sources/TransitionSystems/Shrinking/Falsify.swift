/// Draws values until one breaks the property, and shrinks it.
///
///     let found = try falsify(.array(of: .integer(in: 0...99)), seed: 1) { $0.count < 3 }
///     found?.minimal  // [0, 0, 0]
///
/// A property breaks by returning false, or by throwing; throwing `Discarded` leaves a value out.
/// The same seed draws the same values everywhere, and shrinks them the same way.
///
/// - Throws: `Discarded` when the generator gave no value in any of the attempts.
public func falsify<Value>(
  _ generator: Generator<Value>, seed: UInt64, attempts: Int = 1_000,
  limits: ShrinkLimits = .init(),
  property: @escaping (Value) throws -> Bool
) throws(Discarded) -> Falsification<Value>? {
  let fails = { (value: Value) in
    do { return try !property(value) } catch { return !(error is Discarded) }
  }
  var discarded: Discarded?
  var drawn = 0
  for attempt in 0..<attempts {
    let derived = RandomSource.derivedSeed(seed, index: UInt64(attempt))
    var source = ChoiceSource(seed: derived)
    do throws(Discarded) {
      let value = try generator.draw(from: &source)
      drawn += 1
      if fails(value) {
        let numbers = source.sequence.values
        return falsification(generator, value, numbers, attempt + 1, limits, fails)
      }
    } catch {
      discarded = error
    }
  }
  if drawn == 0, let discarded { throw discarded }
  return nil
}

/// Draws the value again with its structure, and shrinks it.
private func falsification<Value>(
  _ generator: Generator<Value>, _ original: Value, _ numbers: [UInt64], _ attempt: Int,
  _ limits: ShrinkLimits, _ fails: @escaping (Value) -> Bool
) -> Falsification<Value> {
  let problem = ChoiceProblem(generator, fails: fails)
  let start = problem.realize(numbers) ?? DrawnValue(original, ChoiceSequence())
  let run = minimize(start, of: generator, limits: limits, fails: fails)
  return Falsification(
    original: original, minimal: run.best.value, choices: run.bestForm, attempt: attempt,
    evaluations: run.evaluations, draws: run.realizations, passes: run.statistics,
    isCutShort: run.isExhausted)
}
