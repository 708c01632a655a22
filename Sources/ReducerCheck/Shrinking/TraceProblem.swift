import TransitionSystems

/// Shrinking a trace: a proposal is a list of events, which is run and repaired.
struct TraceProblem<State, Action>: ShrinkProblem {
  typealias Proposal = [TraceEvent<Action>]

  struct Subject {
    let events: [TraceEvent<Action>]
    let fails: Bool
  }

  let runner: TraceRunner<State, Action>
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
