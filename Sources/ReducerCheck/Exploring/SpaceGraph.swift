import TransitionSystems

/// The graph of a searched space as liveness needs it, put together from what workers noted down.
///
/// Nodes are numbered by their places in the order of the search, and everything else in the order
/// in which they bring it up: the same for any number of workers. A node stands for every
/// configuration of its key; its waits are numbered in the order of the one that was expanded, which
/// the steps to it determine, so that it is the same in every process.
final class SpaceGraph {
  let recorders: [GraphRecorder]
  private var graph = FairGraph()
  private var endpoints = NumberedSet<String>()
  /// By node: the properties of liveness that wait for their goal, a bit each.
  private var owed: [UInt64] = []
  /// By node, those too that were not expanded: the order of its key, by its place in `keyOrders`.
  private var orders: [UInt32] = []
  private var keyOrders = NumberedSet<GraphRecorder.KeyOrder>()
  /// The endpoints as each recorder numbers them.
  private var translations: [[Int: Int]]

  init(_ recorders: [GraphRecorder]) {
    self.recorders = recorders
    translations = Array(repeating: [:], count: recorders.count)
  }

  /// The configurations whose edges are known.
  var count: Int { graph.count }

  /// Takes over what was expanded in one round.
  ///
  /// - Parameter place: The place of the configuration that has a number in the store.
  func take(_ place: (UInt32) -> UInt32) {
    for recorder in recorders {
      for order in recorder.orders { orders.append(UInt32(keyOrders.number(of: order))) }
    }
    let nodes = recorders.indices.flatMap { recorder in
      recorders[recorder].nodes.indices.map { (recorder, index: $0) }
    }
    .sorted { node($0).place < node($1).place }
    // What a search that stopped in the middle left out has no edges, and neither has what follows.
    for next in nodes where node(next).place == UInt32(count) {
      let recorder = next.0
      owed.append(node(next).owed)
      for edge in edges(of: next) {
        let target = place(edge.target)
        graph.add(edge: number(ofLabel: edge.label, recorder, to: target), to: target)
      }
      graph.endNode()
    }
    for recorder in recorders { recorder.removeAll() }
  }

  private func node(_ node: (recorder: Int, index: Int)) -> GraphRecorder.Expanded {
    recorders[node.recorder].nodes[node.index]
  }

  private func edges(
    of node: (recorder: Int, index: Int)
  ) -> ArraySlice<GraphRecorder.Edge> {
    let recorder = recorders[node.recorder]
    let following = node.index + 1
    let end = following < recorder.nodes.count ? recorder.nodes[following].firstEdge : nil
    return recorder.edges[recorder.nodes[node.index].firstEdge..<(end ?? recorder.edges.count)]
  }

  // MARK: Labels

  private func number(ofLabel theirs: Int, _ recorder: Int, to target: UInt32) -> Int {
    var label = recorders[recorder].labels.elements[theirs]
    let order = order(of: target)
    if !order.isEmpty { label.kept = label.kept.map { $0.map { order[$0] } } }
    label.resolved = ours(label.resolved, recorder)
    return graph.number(of: label)
  }

  /// A resolution as this graph numbers it, given as a recorder does.
  private func ours(
    _ resolution: FairGraph.Label.Resolved?, _ recorder: Int
  ) -> FairGraph.Label.Resolved? {
    guard var resolution else { return nil }
    let theirs = resolution.endpoint
    if let known = translations[recorder][theirs] {
      resolution.endpoint = known
    } else {
      resolution.endpoint = endpoints.number(of: recorders[recorder].endpoints.elements[theirs])
      translations[recorder][theirs] = resolution.endpoint
    }
    return resolution
  }

  /// The order of a node's key; empty where it is the node's own, and where the search has stopped
  /// before the node got its place.
  private func order(of node: UInt32) -> GraphRecorder.KeyOrder {
    Int(node) < orders.count ? keyOrders.elements[Int(orders[Int(node)])] : []
  }

  /// How a step that is taken again compares with an edge.
  ///
  /// The configurations before and after are the same as the edge's, and may have come another way.
  func likeness(
    of event: Event, _ before: Configuration, _ after: Configuration,
    to edge: FairGraph.Edge, from node: UInt32
  ) -> Likeness {
    let machine = recorders[0].machine
    var label = recorders[0].label(
      event, before, machine.waitsInKeyOrder(in: before), machine.waitsInKeyOrder(in: after))
    label.resolved = ours(label.resolved, 0)
    let other = graph.labels[edge.label]
    if label.isOutside != other.isOutside || label.resolved != other.resolved { return .none }
    let (from, to) = (order(of: node), order(of: edge.target))
    let kept = other.kept.indices.map { place -> Int? in
      let left = other.kept[from.isEmpty ? place : from[place]]
      return to.isEmpty ? left : left.flatMap(to.firstIndex)
    }
    return label.kept == kept ? .whole : .outer
  }

  /// How much a step has in common with an edge.
  enum Likeness {
    case none
    /// Who takes it, and what is answered.
    case outer
    /// And what becomes of each wait.
    case whole
  }

  // MARK: What it is for

  /// A fair cycle in which a property of liveness, by its place among those, waits for its goal.
  func fairCycle(_ bit: Int) -> FairCycle.Cycle? {
    let (owed, model) = (owed, recorders[0].machine.model)
    let fair = Set(
      endpoints.elements.indices.filter { model.fairEndpoints.contains(endpoints.elements[$0]) })
    let search = FairCycle(
      in: graph,
      outsideActs: model.properties[recorders[0].properties[bit]].outsideActs, fair: fair
    ) { owed[Int($0)] & (1 << UInt64(bit)) != 0 }
    return search.find()
  }
}

extension SpaceGraph {
  // MARK: Writing down

  /// What the numbers in a graph mean.
  struct Tables: Codable, Equatable {
    let endpoints: [String]
    let graph: FairGraph.Tables
  }

  var tables: Tables { Tables(endpoints: endpoints.elements, graph: graph.tables) }

  /// The nodes and edges: packed numbers.
  ///
  /// Orders of keys are left out: numbers that keys are made of are a process's own.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    graph.append(to: &bytes)
    for bits in owed { bytes.append(packed: bits) }
    return bytes
  }

  /// Begins with a graph that was written down.
  ///
  /// - Returns: Whether it is one.
  func begin(with tables: Tables, _ bytes: [UInt8]) -> Bool {
    var reader = PackedNumberReader(bytes)
    guard let graph = FairGraph(tables.graph, from: &reader) else { return false }
    self.graph = graph
    owed = (0..<count).compactMap { _ in reader.next() }
    endpoints = NumberedSet(tables.endpoints)
    return owed.count == count && reader.isAtEnd
  }
}
