import Reducers
import TransitionSystems

/// Notes down what liveness needs of the configurations that one worker expands: edges, and which
/// calls they serve.
///
/// Numbers are its own, until a ``SpaceGraph`` takes over what it has noted.
final class GraphRecorder: SpaceRecording {
  /// The properties that one search can tell apart: a bit each.
  static var mostProperties: Int { 64 }

  let machine: Machine
  /// The properties of liveness, by place among all.
  let properties: [Int]
  private(set) var labels = NumberedSet<FairGraph.Label>()
  private(set) var kinds = NumberedSet<Kind>()
  private(set) var sets = NumberedSet<[Int]>()
  private(set) var endpoints = NumberedSet<String>()
  /// The kinds of a node of an automaton, by the serial of its call or send.
  private var known: [Int: [(serial: Int, kind: Int)]] = [:]

  /// What was expanded since it was last taken over, and the edges that leave it.
  private(set) var nodes: [Expanded] = []
  private(set) var edges: [Edge] = []
  /// What the configuration waits for that was expanded last.
  private var waiting: [Instance] = []

  /// A kind of call or send: which it is, and of what effect.
  struct Kind: Codable, Hashable {
    /// Where the effect stands in the source.
    let effect: String
    let text: String
    var isServed = false
  }

  struct Edge {
    /// As the store numbers it.
    let target: UInt32
    let label: Int
    /// The set of kinds that are pending after the step.
    let arriving: Int
  }

  struct Expanded {
    let place: UInt32
    /// The set of kinds that are pending.
    let pending: Int
    /// The properties of liveness that wait for their goal, a bit each.
    let owed: UInt64
    /// Where its edges begin among those of all.
    let firstEdge: Int
  }

  init(_ machine: Machine) {
    self.machine = machine
    properties = machine.model.properties.indices.filter {
      machine.model.properties[$0].kind.isLiveness
    }
  }

  /// Forgets what was taken over.
  func removeAll() {
    nodes.removeAll(keepingCapacity: true)
    edges.removeAll(keepingCapacity: true)
  }

  /// What is met may turn out to be met from an earlier configuration: it is noted when it is
  /// expanded.
  func node(_ configuration: Configuration) {}

  func expand(_ configuration: Configuration, at place: UInt32) {
    let moment = machine.moment(configuration)
    var bits: UInt64 = 0
    for (bit, index) in properties.enumerated() {
      let claim = machine.model.properties[index].check?(moment, configuration.monitors[index])
      if claim?.holds == false { bits |= 1 << UInt64(bit) }
    }
    waiting = instances(in: configuration)
    nodes.append(
      Expanded(place: place, pending: set(of: waiting), owed: bits, firstEdge: edges.count))
  }

  func edge(
    _ event: Event, from before: Configuration, to after: Configuration, _ target: UInt32
  ) {
    let left = instances(in: after)
    edges.append(
      Edge(target: target, label: label(event, before, waiting, left), arriving: set(of: left)))
  }

  private func set(of instances: [Instance]) -> Int {
    sets.number(of: Array(Set(instances.map(\.kind))).sorted())
  }

  // MARK: Labels

  /// The number of what a step has in common with others.
  func label(_ event: Event, _ before: Configuration, _ after: Configuration) -> Int {
    label(event, before, instances(in: before), instances(in: after))
  }

  private func label(
    _ event: Event, _ before: Configuration, _ waiting: [Instance], _ left: [Instance]
  ) -> Int {
    // Few of each: looking through them takes less than a set.
    let lost = waiting.filter { one in !left.contains { $0.id == one.id } }.map(\.kind)
    return labels.number(
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
    let number = endpoints.number(of: call.endpoint.name)
    return .init(endpoint: number, isSuccess: !(outcome?.isFailure ?? false))
  }

  // MARK: Kinds of calls

  /// One call or send that is pending, and its kind.
  private struct Instance {
    struct ID: Equatable {
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
            kind: isServed ? served(kind) : kind))
      }
    }
    return result
  }

  private func served(_ kind: Int) -> Int {
    var kind = kinds.elements[kind]
    kind.isServed = true
    return kinds.number(of: kind)
  }

  /// What an effect waits for and may not be starved of: everything but the next element of a
  /// stream.
  private func kinds(of node: Node) -> [(serial: Int, kind: Int)] {
    if let known = known[node.number] { return known }
    let place = node.origin.run.place
    let calls = node.calls.filter { $0.endpoint.kind != .subscription }
      .map { ($0.serial, kinds.number(of: Kind(effect: place, text: $0.text))) }
    let sends = node.sends.map {
      ($0.serial, kinds.number(of: Kind(effect: place, text: "send \(describe($0.action))")))
    }
    known[node.number] = calls + sends
    return calls + sends
  }
}
