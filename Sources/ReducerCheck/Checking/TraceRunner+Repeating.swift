import TransitionSystems

extension TraceRunner {
  /// Runs a trace whose last events may repeat for ever, and finds out whether they may.
  ///
  /// They may where they lead back to the configuration they began in, where the property waits for
  /// its goal in each configuration on the way, and where going round starves no pending call.
  func run(_ trace: Trace, repeating cycle: Int, against demand: String) -> Run {
    var run = self.run(trace, until: "nothing", exactly: true, recording: true)
    let properties = machine.model.properties
    guard run.missing == nil, let index = properties.firstIndex(where: { $0.demand == demand })
    else { return run }
    if isEndless(run, cycle, index) {
      run.violation = Violation(endless: properties[index], at: index, cycle: cycle)
    }
    return run
  }

  private func isEndless(_ run: Run, _ cycle: Int, _ property: Int) -> Bool {
    let ring = Array(run.configurations.suffix(cycle + 1))
    guard machine.key(ring[0]) == machine.key(ring[cycle]) else { return false }
    let recorder = GraphRecorder(machine)
    guard let bit = recorder.properties.firstIndex(of: property) else { return false }
    for (place, step) in run.steps.suffix(cycle).enumerated() {
      recorder.node(ring[place])
      recorder.edge(
        step.event, from: ring[place], to: ring[place + 1], UInt32((place + 1) % cycle))
      recorder.endNode()
    }
    // A graph that is nothing but the ring has a fair cycle if the ring is one.
    return recorder.fairCycle(bit) != nil
  }
}

extension GraphRecorder {
  /// A fair cycle in which a property of liveness, by its place among those, waits for its goal.
  func fairCycle(_ bit: Int) -> FairCycle.Cycle? {
    let (owed, model) = (owed, machine.model)
    let search = FairCycle(
      in: graph, outsideActs: model.properties[properties[bit]].outsideActs,
      fair: numbers(of: model.fairEndpoints)
    ) { owed[Int($0)] & (1 << UInt64(bit)) != 0 }
    return search.find()
  }
}

extension Violation {
  /// What it breaks of a property of liveness that the last events of a trace may repeat for ever.
  init(endless property: Property, at index: Int, cycle: Int) {
    self.init(
      property: index, name: property.name, kind: property.kind.rawValue,
      reason: "the last \(cycle == 1 ? "event" : "\(cycle) events") may repeat for ever, and no "
        + "pending call is starved by that")
  }
}
