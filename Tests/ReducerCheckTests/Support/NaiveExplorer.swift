@testable import ReducerCheck

/// An explorer written for clarity: a set of keys and a layer of configurations.
///
/// It is the oracle for anything faster. It knows the machine's events, every combination of the
/// choices inside a step, and a configuration's key.
struct NaiveExplorer {
  /// Configurations by depth, cumulative: the first entry counts the initial ones.
  private(set) var countsByDepth: [Int] = []
  /// Events and choices inside them that were applied, self-loops included.
  private(set) var transitions = 0
  /// Whether the space closed.
  private(set) var closed = false
  /// The shortest violation of each property or finding found first, as texts of events.
  private(set) var traces: [String: [String]] = [:]

  var count: Int { countsByDepth.last ?? 0 }

  /// The length of the shortest violation of a property; nil where it holds.
  func length(of name: String) -> Int? { traces[name]?.count }

  init<State, Action>(
    _ spec: Spec<State, Action>, depth limit: Int = .max, configurations most: Int = 20_000,
    cap: Int? = nil
  ) throws {
    let model = try FeatureModel(spec.erased, maxInFlight: cap ?? 100)
    try self.init(exploring: Simulation(model), depth: limit, configurations: most)
  }

  init(exploring first: Simulation, depth limit: Int = .max, configurations most: Int = 20_000)
    throws
  {
    var machine = first
    while true {
      let before = machine.revision
      machine.perform { explore(machine, limit, most) }
      // Absolute time, say, turned out to matter: the keys so far may have left it out.
      if machine.revision == before { return }
      machine = Simulation(machine.model, knowing: machine)
    }
  }

  private mutating func explore(
    _ machine: Simulation, _ limit: Int, _ most: Int
  ) {
    (countsByDepth, transitions, closed, traces) = ([], 0, false, [:])
    var checker = Checker(machine)
    var seen: Set<[UInt64]> = []
    // Events are named only where a trace is asked for.
    var layer: [(Configuration, trace: () -> [String])] = []
    for state in machine.model.initialStates {
      let start = machine.start(from: state)
      note(checker.check(start: start)) { [] }
      if seen.insert(machine.key(start)).inserted { layer.append((start, { [] })) }
    }
    countsByDepth.append(seen.count)
    var depth = 0
    while !layer.isEmpty && depth < limit && seen.count < most {
      depth += 1
      var next: [(Configuration, trace: () -> [String])] = []
      for (configuration, trace) in layer {
        successors(of: configuration, machine, &checker) { successor, text, violations in
          transitions += 1
          let longer = { trace() + [text()] }
          note(violations, longer)
          if seen.insert(machine.key(successor)).inserted { next.append((successor, longer)) }
        }
      }
      if next.isEmpty {
        closed = true
        return
      }
      countsByDepth.append(seen.count)
      layer = next
    }
  }

  private func successors(
    of configuration: Configuration, _ machine: Simulation,
    _ checker: inout Checker,
    _ body: (Configuration, _ text: @escaping () -> String, [Violation]) -> Void
  ) {
    var events: [Event] = []
    machine.events(in: configuration, into: &events)
    for event in events {
      var script: [Int]? = []
      while let current = script {
        var successor = configuration
        let step = checker.step(event, from: &successor, decisions: .scripted(current))
        script = step.report.decisions.successor
        if machine.isRefused(successor) { continue }
        let text = {
          let named = TraceEvent(
            event, decisions: step.report.decisions, in: configuration, machine)
          return "\(named.kind.rawValue) \(named.subject)"
        }
        body(successor, text, step.violations)
      }
    }
  }

  private mutating func note(_ violations: [Violation], _ trace: () -> [String]) {
    for violation in violations where traces[violation.name] == nil {
      traces[violation.name] = trace()
    }
  }
}
