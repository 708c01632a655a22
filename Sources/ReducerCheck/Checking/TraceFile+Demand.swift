extension TraceFile {
  /// What a trace that breaks nothing does not do.
  var lacks: String {
    isRecording ? "breaks no property" : "does not break \"\(property)\""
  }

  /// The trace of a counterexample; nil for a demand that holds.
  init?(_ demand: DemandReport) {
    guard demand.verdict == .falsified, !demand.events.isEmpty || demand.length == 0 else {
      return nil
    }
    self.init(
      spec: demand.spec, property: demand.property, kind: demand.kind, status: nil, reason: nil,
      seed: demand.seed, start: demand.start, signature: demand.signature,
      events: demand.events.map(\.stored))
    if let cycle = demand.cycle {
      self.cycle = cycle
      format = 2
    }
  }
}
