/// One counterexample on its way to a smaller one: the loop, the cache and the counts that all
/// passes share, whatever they shrink.
package struct ShrinkRun<Problem: ShrinkProblem> {
  package private(set) var problem: Problem
  package private(set) var best: Problem.Subject
  package private(set) var bestForm: Problem.Proposal
  package private(set) var statistics: [PassStatistics] = []
  /// How often the property was asked.
  package private(set) var evaluations = 0
  /// How often a proposal was made a subject of, the property asked or not.
  package private(set) var realizations = 0
  package let limits: ShrinkLimits
  private var proposed: Set<Problem.Proposal> = []
  private var evaluated: Set<Problem.Proposal>
  private var current: Int?

  /// Starts from a subject that is known to fail.
  package init(_ problem: Problem, from subject: Problem.Subject, limits: ShrinkLimits = .init()) {
    self.problem = problem
    self.limits = limits
    best = subject
    bestForm = problem.normalForm(subject)
    evaluated = [bestForm]
  }

  /// Whether the property may not be asked any more.
  package var isExhausted: Bool { evaluations >= limits.evaluations }

  /// Tries a proposal; returns whether it is the new best.
  ///
  /// The property is asked only of a subject that is simpler than the best, satisfies `condition`,
  /// and was not asked about before. Both sets are only asked for membership, so that the order of
  /// their elements, which differs from run to run, reaches no result.
  @discardableResult
  package mutating func attempt(
    _ proposal: Problem.Proposal, where condition: (Problem.Subject) -> Bool = { _ in true }
  ) -> Bool {
    count(\.proposals)
    guard !isExhausted, !proposed.contains(proposal) else { return false }
    realizations += 1
    guard let subject = problem.realize(proposal) else {
      proposed.insert(proposal)
      return false
    }
    guard condition(subject) else { return false }
    proposed.insert(proposal)
    let form = problem.normalForm(subject)
    guard problem.precedes(form, bestForm), evaluated.insert(form).inserted else { return false }
    evaluations += 1
    count(\.calls)
    guard problem.stillFails(subject) else { return false }
    count(\.gains)
    best = subject
    bestForm = form
    return true
  }

  /// Whether the property has been asked about a normal form.
  package func knows(_ form: Problem.Proposal) -> Bool { evaluated.contains(form) }

  /// Counts subjects that a pass made by itself.
  package mutating func note(realizations count: Int) { realizations += count }

  /// Runs the passes in order, again and again, until a whole round gains nothing.
  package mutating func run(_ passes: [ShrinkPass<Problem>]) {
    let first = statistics.count
    statistics += passes.map { PassStatistics(name: $0.name) }
    var gained = true
    while gained && !isExhausted {
      let before = bestForm
      for (offset, pass) in passes.enumerated() where !isExhausted {
        if pass.isLastResort && bestForm != before { break }
        current = first + offset
        count(\.runs)
        pass.body(&self)
      }
      gained = bestForm != before
    }
    current = nil
  }

  private mutating func count(_ counter: WritableKeyPath<PassStatistics, Int>) {
    if let current { statistics[current][keyPath: counter] += 1 }
  }
}
