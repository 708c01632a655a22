import TransitionSystems

/// Shrinking a trace: a proposal is a list of events, which is run and repaired.
struct TraceProblem: ShrinkProblem {
  typealias Proposal = [TraceEvent]

  struct Subject {
    let events: [TraceEvent]
    let fails: Bool
  }

  let runner: TraceRunner
  let start: Int
  /// What a smaller trace must break too.
  let demand: String

  func realize(_ proposal: Proposal) -> Subject? {
    let run = runner.run(Trace(start: start, events: proposal), until: demand)
    return Subject(events: run.events, fails: run.violation != nil)
  }

  func normalForm(_ subject: Subject) -> Proposal { subject.events }

  func precedes(_ left: Proposal, _ right: Proposal) -> Bool {
    ReducerCheck.precedes(left, right)
  }

  func stillFails(_ subject: Subject) -> Bool { subject.fails }
}
