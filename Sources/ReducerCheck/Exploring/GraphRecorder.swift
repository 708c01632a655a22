import Reducers
import TransitionSystems

/// Notes down what liveness needs of a searched space: edges, and which calls they serve.
final class GraphRecorder {
  /// The properties that one search can tell apart: a bit each.
  static var mostProperties: Int { 64 }

  let machine: Machine
  private(set) var graph = FairGraph()
  /// The properties of liveness, by place among all.
  let properties: [Int]
  /// By node: the properties of liveness that wait for their goal, a bit each.
  private(set) var owed: [UInt64] = []
  private var kinds: [String: Int] = [:]
  /// The kinds of a node of an automaton, by the serial of its call or send.
  private var known: [Int: [(serial: Int, kind: Int)]] = [:]
  private var endpoints: [String: Int] = [:]

  init(_ machine: Machine) {
    self.machine = machine
    properties = machine.model.properties.indices.filter {
      machine.model.properties[$0].kind.isLiveness
    }
  }

  /// The numbers of endpoints, as far as calls of them were resolved.
  func numbers(of names: [String]) -> Set<Int> { Set(names.compactMap { endpoints[$0] }) }

  /// Adds a configuration met for the first time; they come in the order of their numbers.
  func node(_ configuration: Configuration) {
    graph.add(pending: Array(Set(instances(in: configuration).map(\.kind))).sorted())
    let moment = machine.moment(configuration)
    var bits: UInt64 = 0
    for (bit, index) in properties.enumerated() {
      let claim = machine.model.properties[index].check?(moment, configuration.monitors[index])
      if claim?.holds == false { bits |= 1 << UInt64(bit) }
    }
    owed.append(bits)
  }

  /// Adds an edge of the configuration that is being expanded.
  func edge(
    _ event: Event, from before: Configuration, to after: Configuration, _ target: UInt32
  ) {
    graph.add(edge: label(event, before, after), to: target)
  }

  /// Ends the edges of a configuration.
  func endNode() { graph.endNode() }

  // MARK: Labels

  /// The number of what a step has in common with others.
  func label(_ event: Event, _ before: Configuration, _ after: Configuration) -> Int {
    let left = Set(instances(in: after).map(\.id))
    let lost = instances(in: before).filter { !left.contains($0.id) }.map(\.kind)
    return graph.number(
      of: FairGraph.Label(
        isOutside: isOutside(event, before), lost: Array(Set(lost)).sorted(),
        resolved: resolved(event, before)))
  }

  private func isOutside(_ event: Event, _ before: Configuration) -> Bool {
    switch event {
    case .send, .cancel, .move: true
    case .resolve(let effect, let call, _):
      before.ledger.state(of: effect)?.node.call(call)?.endpoint.kind == .subscription
    case .serve, .serveOrphan, .deliver, .advance, .idle: false
    }
  }

  private func resolved(
    _ event: Event, _ before: Configuration
  ) -> FairGraph.Label.Resolved? {
    guard let (call, outcome) = before.resolution(by: event) else { return nil }
    let number = endpoints[call.endpoint.name] ?? endpoints.count
    endpoints[call.endpoint.name] = number
    return .init(endpoint: number, isSuccess: !(outcome?.isFailure ?? false))
  }

  // MARK: Kinds of calls

  /// One call or send that is pending, and its kind.
  private struct Instance {
    struct ID: Hashable {
      let effect: Int
      let serial: Int
      let isServed: Bool
    }

    let id: ID
    let kind: Int
  }

  private func instances(in configuration: Configuration) -> [Instance] {
    var result: [Instance] = []
    for entry in configuration.ledger.entries {
      guard let running = entry.state else { continue }
      for (serial, kind) in kinds(of: running.node) {
        let isServed = running.served.contains { $0.call == serial }
        result.append(
          Instance(
            id: .init(effect: entry.id, serial: serial, isServed: isServed),
            kind: 2 * kind + (isServed ? 1 : 0)))
      }
    }
    return result
  }

  /// What an effect waits for and may not be starved of: everything but the next element of a
  /// stream.
  private func kinds(of node: Node) -> [(serial: Int, kind: Int)] {
    if let known = known[node.number] { return known }
    let place = node.origin.run.place
    let calls = node.calls.filter { $0.endpoint.kind != .subscription }
      .map { ($0.serial, kind("\(place) \($0.text)")) }
    let sends = node.sends.map { ($0.serial, kind("\(place) send \(describe($0.action))")) }
    known[node.number] = calls + sends
    return calls + sends
  }

  private func kind(_ text: String) -> Int {
    let number = kinds[text] ?? kinds.count
    kinds[text] = number
    return number
  }
}
