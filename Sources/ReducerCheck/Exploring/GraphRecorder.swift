import Reducers
import TransitionSystems

/// Notes down what liveness needs of the configurations that one worker expands: edges, and what
/// becomes of each wait along them.
///
/// Numbers are its own, until a ``SpaceGraph`` takes over what it has noted. The waits before a step
/// are numbered in the order of the configuration that is expanded, those after it in the order of
/// its key: whoever knows the configuration that stands for all of that key can tell which are which.
final class GraphRecorder: SpaceRecording {
  /// The properties that one search can tell apart: a bit each.
  static var mostProperties: Int { 64 }

  let machine: Machine
  /// The properties of liveness, by place among all.
  let properties: [Int]
  private(set) var labels = NumberedSet<FairGraph.Label>()
  private(set) var endpoints = NumberedSet<String>()

  /// What was expanded since it was last taken over, and the edges that leave it.
  private(set) var nodes: [Expanded] = []
  private(set) var edges: [Edge] = []
  /// The orders of configurations that have got their places since then.
  private(set) var orders: [KeyOrder] = []
  /// What the configuration waits for that was expanded last.
  private var waiting: [Wait] = []

  /// The numbers of a configuration's waits in the order of its key; empty where that is their own.
  typealias KeyOrder = [Int]

  struct Edge {
    /// As the store numbers it.
    let target: UInt32
    let label: Int
  }

  struct Expanded {
    let place: UInt32
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
    orders.removeAll(keepingCapacity: true)
  }

  /// The order in which a configuration's key has what its own order numbers.
  func order(of configuration: Configuration) -> KeyOrder {
    let own = machine.waits(in: configuration)
    if own.count < 2 { return [] }
    let order = machine.waitsInKeyOrder(in: configuration).compactMap { own.firstIndex(of: $0) }
    return order == Array(own.indices) ? [] : order
  }

  /// Notes the orders of the configurations that come next in the order of the search.
  func place(_ orders: [KeyOrder]) { self.orders += orders }

  /// What is met may turn out to be met from an earlier configuration: it is noted when it is
  /// expanded.
  func node(_ configuration: Configuration) {}

  func expand(_ configuration: Configuration, at place: UInt32) {
    let moment = machine.moment(configuration)
    var bits: UInt64 = 0
    for (bit, index) in properties.enumerated() {
      let claim = machine.model.properties[index].check?(moment, index)
      if claim?.holds == false { bits |= 1 << UInt64(bit) }
    }
    waiting = machine.waits(in: configuration)
    nodes.append(Expanded(place: place, owed: bits, firstEdge: edges.count))
  }

  func edge(
    _ event: Event, from before: Configuration, to after: Configuration, _ target: UInt32
  ) {
    let label = label(event, before, waiting, machine.waitsInKeyOrder(in: after))
    edges.append(Edge(target: target, label: labels.number(of: label)))
  }

  // MARK: Labels

  /// What a step has in common with others; waits are numbered in the order in which they are given.
  func label(
    _ event: Event, _ before: Configuration, _ waits: [Wait], _ left: [Wait]
  ) -> FairGraph.Label {
    FairGraph.Label(
      isOutside: isOutside(event, before), kept: waits.map { left.firstIndex(of: $0) },
      resolved: resolved(event, before))
  }

  private func isOutside(_ event: Event, _ before: Configuration) -> Bool {
    switch event {
    case .send, .cancel, .move: true
    case .resolve(let effect, let call, _):
      before.ledger.state(of: effect)?.node.call(call).map {
        $0.endpoint.kind == .subscription && $0.endpoint.serve == nil
      } ?? false
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
}
