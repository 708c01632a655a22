/// One way to make a counterexample smaller.
package struct ShrinkPass<Problem: ShrinkProblem> {
  package let name: String
  /// Whether it waits until a round of the passes before it gained nothing: it costs much.
  package let isLastResort: Bool
  /// Proposes candidates to the run, whose best is always the latest gain.
  package let body: (inout ShrinkRun<Problem>) -> Void

  package init(
    _ name: String, isLastResort: Bool = false,
    _ body: @escaping (inout ShrinkRun<Problem>) -> Void
  ) {
    self.name = name
    self.isLastResort = isLastResort
    self.body = body
  }
}
