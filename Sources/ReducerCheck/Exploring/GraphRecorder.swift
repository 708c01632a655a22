import TransitionSystems

/// Notes down the nodes and edges of a searched space.
final class GraphRecorder {
  init(_ machine: Machine) {}
  func begin(_ place: UInt32, _ configuration: Configuration) {}
  func edge(
    _ event: Event, _ ordinal: UInt64, from: Configuration, to: Configuration, _ target: UInt32
  ) {}
  func node(_ number: UInt32, _ configuration: Configuration) {}
}

struct LivenessCheck<System: TransitionSystem> {
  init(
    _ graph: GraphRecorder, _ search: BreadthFirstSearch<System>, _ machine: Machine,
    _ tracer: SearchTracer<System>
  ) {}
  func run(_ result: Exploration) -> [Exploration.Found] { [] }
}
