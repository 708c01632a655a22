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
    recorder.place(ring.prefix(cycle).map(recorder.order))
    for (place, step) in run.steps.suffix(cycle).enumerated() {
      recorder.expand(ring[place], at: UInt32(place))
      recorder.edge(
        step.event, from: ring[place], to: ring[place + 1], UInt32((place + 1) % cycle))
    }
    let graph = SpaceGraph([recorder])
    graph.take { $0 }
    // A graph that is nothing but the ring has a fair cycle if the ring is one.
    return graph.fairCycle(bit) != nil
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
