import TransitionSystems

/// Looks for fair cycles in which a property of liveness never reaches its goal.
///
/// What ends without the goal is found by the search itself, as a quiescent configuration in which
/// the property does not hold.
struct LivenessCheck<System: TransitionSystem> {
  let graph: SpaceGraph
  let tracer: SearchTracer<System>
  let machine: Machine

  /// The cycles, for those properties that are not in `broken` already.
  func run(besides broken: [Exploration.Found]) -> [Exploration.Found] {
    graph.recorders[0].properties.enumerated().compactMap { bit, index in
      let property = machine.model.properties[index]
      guard !broken.contains(where: { $0.violation.demand == property.demand }) else { return nil }
      return graph.fairCycle(bit).map { found($0, property, index) }
    }
  }

  private func found(
    _ cycle: FairCycle.Cycle, _ property: Property, _ index: Int
  ) -> Exploration.Found {
    let (way, configuration) = tracer.way(to: cycle.start)
    let start = machine.key(configuration)
    guard let round = round(cycle.edges[...], from: configuration, backTo: start) else {
      preconditionFailure("Internal error: a cycle that nothing goes round")
    }
    var path = way
    path.steps += round
    let violation = Violation(endless: property, at: index, cycle: cycle.edges.count)
    return Exploration.Found(violation: violation, path: path, cycle: cycle.edges.count)
  }

  /// The steps along some edges, back to where the first of them began.
  ///
  /// Where an effect is never recognised, what was made again is not known to the search: then an
  /// edge's label has to do.
  private func round(
    _ edges: ArraySlice<FairGraph.Edge>, from configuration: Configuration,
    backTo start: [UInt64]
  ) -> [Path.Step]? {
    guard let edge = edges.first else { return machine.key(configuration) == start ? [] : nil }
    var result: [Path.Step]?
    tracer.eachStep(from: configuration) { step, successor, _ in
      let place = tracer.place(of: successor)
      guard place == edge.target || place == nil,
        graph.isAlike(edge, step.event, configuration, successor)
      else { return true }
      result = round(edges.dropFirst(), from: successor, backTo: start).map { [step] + $0 }
      return result == nil
    }
    return result
  }
}
