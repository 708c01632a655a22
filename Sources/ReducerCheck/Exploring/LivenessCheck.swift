import TransitionSystems

/// Looks for fair cycles in which a property of liveness never reaches its goal.
///
/// What ends without the goal is found by the search itself, as a quiescent configuration in which
/// the property does not hold.
struct LivenessCheck<System: TransitionSystem> {
  let graph: SpaceGraph
  let tracer: SearchTracer<System>
  let machine: Machine

  /// Adds the cycles, for those properties that are not broken already, to what a search came to.
  ///
  /// A cycle that cannot be gone again is none that anybody could be shown: where what is looked
  /// ahead at, or an object that lies where another lay, was taken for what it is not. It keeps from
  /// a proof.
  func run(_ result: inout Exploration) {
    for (bit, index) in graph.recorders[0].properties.enumerated() {
      let property = machine.model.properties[index]
      if result.findings.contains(where: { $0.violation.demand == property.demand }) { continue }
      guard let cycle = graph.fairCycle(bit) else { continue }
      if let found = found(cycle, property, index) {
        result.findings.append(found)
      } else {
        result.reservations.append(
          "a way to go on for ever against \"\(property.name)\" was met, which could not be gone again"
        )
      }
    }
  }

  private func found(
    _ cycle: FairCycle.Cycle, _ property: Property, _ index: Int
  ) -> Exploration.Found? {
    let (way, configuration) = tracer.way(to: cycle.start)
    let round = Round(
      start: machine.key(configuration), edges: cycle.edges,
      nodes: [cycle.start] + cycle.edges.map(\.target))
    guard let steps = steps(of: round, from: configuration, machine.waits(in: configuration))
    else { return nil }
    var path = way
    path.steps += steps
    let violation = Violation(endless: property, at: index, cycle: cycle.edges.count)
    return Exploration.Found(violation: violation, path: path, cycle: cycle.edges.count)
  }

  private struct Round {
    /// The key of the configuration that it begins and ends in.
    let start: [UInt64]
    let edges: [FairGraph.Edge]
    let nodes: [FairGraph.Node]
  }

  /// The steps along the edges of a round, back to where the first of them began, after which
  /// nothing is left of what was waiting there.
  ///
  /// Where an effect is never recognised, what was made again is not known to the search: then an
  /// edge's label has to do.
  ///
  /// - Parameters:
  ///   - place: Which edge is next.
  ///   - waiting: What has been waiting from the beginning.
  private func steps(
    of round: Round, at place: Int = 0, from configuration: Configuration, _ waiting: [Wait]
  ) -> [Path.Step]? {
    guard place < round.edges.count else {
      return waiting.isEmpty && machine.key(configuration) == round.start ? [] : nil
    }
    let edge = round.edges[place]
    // Which of several that are alike is which may be another matter here: the likeliest first.
    for likeness in [SpaceGraph.Likeness.whole, .outer] {
      var result: [Path.Step]?
      tracer.eachStep(from: configuration) { step, successor, _ in
        let target = tracer.place(of: successor)
        guard target == edge.target || target == nil,
          graph.likeness(
            of: step.event, configuration, successor, to: edge, from: round.nodes[place])
            == likeness
        else { return true }
        let left = machine.waits(in: successor)
        result = steps(
          of: round, at: place + 1, from: successor, waiting.filter(left.contains)
        ).map { [step] + $0 }
        return result == nil
      }
      if let result { return result }
    }
    return nil
  }
}
