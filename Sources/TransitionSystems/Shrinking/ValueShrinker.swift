/// Shrinks a value by its choices: the passes, and the order they are run in.
///
/// Passes that delete much come first, those over pairs late, and the one that counts through all
/// smaller values last: what an early pass has made small is cheap for the later ones.
package struct ValueShrinker<Value> {
  package typealias Run = ShrinkRun<ChoiceProblem<Value>>
  package typealias Pass = ShrinkPass<ChoiceProblem<Value>>

  /// Pairs are tried only of choices so near to each other: every pair would be quadratic.
  package static var pairDistance: Int { 8 }

  package static var passes: [Pass] {
    [
      Pass("simplest of its shape", simplest),
      Pass("join neighbouring lists", joinLists),
      Pass("delete elements", deleteElements),
      Pass("delete an element and shift references", deleteAndShift),
      Pass("one element at its bound", keepOneAtBound),
      Pass("replace by a part of itself", replaceByDescendants),
      Pass("simplest span", simplifySpans),
      Pass("lower equal choices together", lowerDuplicates),
      Pass("lower choices", lowerValues),
      Pass("lower branches", lowerBranches),
      Pass("sort siblings", sortSiblings),
      Pass("lower one, raise a later one to its bound", raiseToBound),
      Pass("lower pairs together", lowerPairs),
      Pass("move between pairs", redistribute),
      Pass("jump to a lower choice", isLastResort: true, jumpValues),
      Pass("count through all smaller values", isLastResort: true, exhaust),
    ]
  }
}

/// Makes a failing value as simple as the passes can.
package func minimize<Value>(
  _ subject: DrawnValue<Value>, of generator: Generator<Value>, limits: ShrinkLimits = .init(),
  fails: @escaping (Value) -> Bool
) -> ShrinkRun<ChoiceProblem<Value>> {
  var run = ShrinkRun(ChoiceProblem(generator, fails: fails), from: subject, limits: limits)
  run.run(ValueShrinker<Value>.passes)
  return run
}
