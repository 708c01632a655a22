/// How far a search is, between two of its rounds: enough to go on as if it had not stopped.
package struct SearchCheckpoint {
  /// How each configuration was reached, in the order of the search.
  package var steps: SearchSteps
  /// How many configurations each complete layer has.
  package var layers: [Int]
  /// The place of the first configuration that was not expanded.
  package var expanded: Int
  package var generated: Int
  package var refused: Int
  package var breaches: [Breach]

  package init(
    steps: SearchSteps, layers: [Int], expanded: Int, generated: Int, refused: Int,
    breaches: [Breach]
  ) {
    self.steps = steps
    self.layers = layers
    self.expanded = expanded
    self.generated = generated
    self.refused = refused
    self.breaches = breaches
  }
}

extension BreadthFirstSearch {
  /// How far the search is.
  ///
  /// - Precondition: It keeps its steps.
  package var checkpoint: SearchCheckpoint {
    precondition(steps.count == count, "Internal error: a search that kept no steps")
    return SearchCheckpoint(
      steps: steps, layers: layers, expanded: expanded, generated: generated, refused: refused,
      breaches: breaches)
  }

  /// Makes the configurations again that another search of the same system had met, each by the
  /// step that led to it first, and takes over what that search had counted and found.
  ///
  /// Slices and rounds are those of the other search, so that ``run(until:)`` goes on as it would
  /// have gone on. The system is the same only as far as this shows: a step that is gone, or that
  /// leads to a configuration that was met before, strays.
  ///
  /// - Parameter isOver: Says why to stop, if so; asked after each round.
  /// - Returns: Why it could not; nil where it could.
  package func follow(
    _ checkpoint: SearchCheckpoint, until isOver: () -> SearchStop?
  ) -> SearchEnd? {
    for visitor in visitors { visitor.follows = true }
    var reader = SearchSteps.Reader(checkpoint.steps)
    begin()
    var followed = reader.steps(before: 0).count
    while count == followed, expanded < checkpoint.expanded, !pending.isEmpty {
      let slices = takeRound().map { slice in
        var slice = slice
        slice.steps = reader.steps(before: slice.place + UInt32(slice.range.count))
        return slice
      }
      followed += slices.reduce(0) { $0 + ($1.steps?.count ?? 0) }
      expand(Round(slices))
      if let stop = isOver() { return .stopped(stop) }
    }
    guard count == followed, count == checkpoint.steps.count, expanded == checkpoint.expanded,
      layers == checkpoint.layers
    else { return .strayed }
    for visitor in visitors { visitor.endFollowing() }
    generatedBefore = checkpoint.generated
    refusedBefore = checkpoint.refused
    breaches = checkpoint.breaches
    return nil
  }
}
