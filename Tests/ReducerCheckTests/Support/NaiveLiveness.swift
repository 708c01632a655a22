import Reducers

@testable import ReducerCheck

/// Decides properties of liveness by taking every walk that comes back to where it began.
///
/// It is the oracle for anything faster. Effects are told apart by the order they started in, each
/// call is followed by its own name, and fairness is what its definition says: nothing is left of
/// what waited where the walk began.
struct NaiveLiveness {
  /// Whether the space closed.
  private(set) var closed = false
  /// The names of the properties that are broken.
  private(set) var broken: Set<String> = []
  private(set) var count = 0

  private struct Edge {
    let target: Int
    let isOutside: Bool
    /// What each wait before the step is among those after it.
    let kept: [Int?]
    /// Of a fair endpoint.
    let hasFailed: Bool
    let hasSucceeded: Bool
  }

  private struct Node {
    let configuration: Configuration
    let waits: [Wait]
    var edges: [Edge] = []
  }

  private var nodes: [Node] = []
  private var numbers: [[UInt64]: Int] = [:]

  /// - Parameter most: Configurations after which it gives up.
  init(_ machine: Simulation, configurations most: Int) {
    machine.perform {
      explore(machine, most)
      if closed { decide(machine) }
    }
    count = nodes.count
    nodes = []
  }

  private mutating func explore(_ machine: Simulation, _ most: Int) {
    var checker = Checker(machine)
    for state in machine.model.initialStates {
      let start = machine.start(from: state)
      for violation in checker.check(start: start) { broken.insert(violation.name) }
      _ = node(start, machine)
    }
    var next = 0
    while next < nodes.count && nodes.count < most {
      let (before, waits) = (nodes[next].configuration, nodes[next].waits)
      var edges: [Edge] = []
      machine.eachSuccessor(of: before) { event, after, step in
        for violation in step.violations { broken.insert(violation.name) }
        let left = Self.waits(in: after)
        let answer = before.resolution(by: event)
        let isFair = answer.map { machine.model.fairEndpoints.contains($0.call.endpoint.name) }
        let isFailure = answer?.outcome?.isFailure ?? false
        edges.append(
          Edge(
            target: node(after, machine), isOutside: Self.isOutside(event, answer?.call),
            kept: waits.map { left.firstIndex(of: $0) },
            hasFailed: isFair == true && isFailure, hasSucceeded: isFair == true && !isFailure))
      }
      nodes[next].edges = edges
      next += 1
    }
    closed = next == nodes.count
  }

  private mutating func node(_ configuration: Configuration, _ machine: Simulation) -> Int {
    let key = machine.keyInOrder(configuration) + Self.interleaving(configuration.ledger)
    if let known = numbers[key] { return known }
    numbers[key] = nodes.count
    nodes.append(Node(configuration: configuration, waits: Self.waits(in: configuration)))
    return nodes.count - 1
  }

  /// Which effects are part of which concatenation: a key has those of each in order, but not all.
  private static func interleaving(_ ledger: EffectLedger) -> [UInt64] {
    ledger.entries.map { entry in
      UInt64((ledger.sequences.firstIndex { $0.id == entry.sequence } ?? -1) + 1)
    }
  }

  /// What is waited for: by the order of effects, and in each by what it is.
  private static func waits(in configuration: Configuration) -> [Wait] {
    configuration.ledger.entries.flatMap { entry -> [Wait] in
      guard let running = entry.state else { return [] }
      let calls = running.node.calls.filter { $0.endpoint.kind != .subscription }
        .map { (text: $0.text, serial: $0.serial) }
      let sends = running.node.sends.map {
        (text: "\(describe($0.action))", serial: $0.serial)
      }
      return (calls + sends).sorted { ($0.text, $0.serial) < ($1.text, $1.serial) }.map { wait in
        Wait(
          effect: entry.id, serial: wait.serial,
          isServed: running.served.contains { $0.call == wait.serial })
      }
    }
  }

  private static func isOutside(_ event: Event, _ call: ReducerCheck.Node.Call?) -> Bool {
    [.send, .cancel, .move].contains(event.kind)
      || call.map { $0.endpoint.kind == .subscription && $0.endpoint.serve == nil } ?? false
  }

  // MARK: Walks

  private mutating func decide(_ machine: Simulation) {
    for (index, property) in machine.model.properties.enumerated() where property.kind.isLiveness {
      let owed = nodes.map { node in
        let moment = machine.moment(node.configuration)
        let claim = property.check?(moment, index)
        return claim?.holds == false
      }
      if nodes.indices.contains(where: { hasFairWalk(from: $0, owed, property.outsideActs) }) {
        broken.insert(property.name)
      }
    }
  }

  private struct Walk: Hashable {
    var node: Int
    /// What waited where it began and still does.
    var left: Set<Int>
    var hasFailed = false
    var hasSucceeded = false
  }

  private func hasFairWalk(from start: Int, _ owed: [Bool], _ outsideActs: Bool) -> Bool {
    guard owed[start] else { return false }
    var seen: Set<Walk> = []
    var stack = [Walk(node: start, left: Set(nodes[start].waits.indices))]
    while let walk = stack.popLast() {
      for edge in nodes[walk.node].edges where owed[edge.target] && (outsideActs || !edge.isOutside)
      {
        let next = Walk(
          node: edge.target, left: Set(walk.left.compactMap { edge.kept[$0] }),
          hasFailed: walk.hasFailed || edge.hasFailed,
          hasSucceeded: walk.hasSucceeded || edge.hasSucceeded)
        if next.node == start, next.left.isEmpty, !next.hasFailed || next.hasSucceeded {
          return true
        }
        if seen.insert(next).inserted { stack.append(next) }
      }
    }
    return false
  }
}
