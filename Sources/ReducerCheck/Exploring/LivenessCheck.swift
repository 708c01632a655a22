import TransitionSystems

/// Looks for fair cycles in which a property of liveness never reaches its goal.
///
/// What ends without the goal is found by the search itself, as a quiescent configuration in which
/// the property does not hold.
struct LivenessCheck<System: TransitionSystem> {
  let recorder: GraphRecorder
  let tracer: SearchTracer<System>
  let machine: Machine

  /// The cycles, for those properties that are not in `broken` already.
  func run(besides broken: [Exploration.Found]) -> [Exploration.Found] {
    recorder.properties.enumerated().compactMap { bit, index in
      let property = machine.model.properties[index]
      guard !broken.contains(where: { $0.violation.demand == property.demand }) else { return nil }
      return recorder.fairCycle(bit).map { found($0, property, index) }
    }
  }

  private func found(
    _ cycle: FairCycle.Cycle, _ property: Property, _ index: Int
  ) -> Exploration.Found {
    var (path, configuration) = tracer.way(to: cycle.start)
    for edge in cycle.edges {
      let before = configuration
      path.steps.append(
        tracer.step(from: &configuration) { event, successor, number in
          number == edge.target && recorder.label(event, before, successor) == edge.label
        })
    }
    let violation = Violation(endless: property, at: index, cycle: cycle.edges.count)
    return Exploration.Found(violation: violation, path: path, cycle: cycle.edges.count)
  }
}
