/// Looks for a way to go on for ever that starves no wait.
///
/// Each wait is followed by itself, from node to node. A strongly connected component can be gone
/// round fairly if each wait of its first node can come to its end inside: then one after another is
/// led to its end, new ones in their turn. If one cannot, it is in all of the component, and lives
/// on whichever way is gone. Where an endpoint is declared to succeed in the end, its failures are
/// taken out of components in which it never does, and what is left is looked at again (Emerson and
/// Lei, 1987).
package struct FairCycle {
  private let graph: FairGraph
  /// Whether a node may be part of the cycle.
  private let contains: (FairGraph.Node) -> Bool
  /// Whether edges with a label may be part of the cycle.
  private let allows: [Bool]
  /// Endpoints that do not fail for ever.
  private let fair: Set<Int>

  /// Describes where to look.
  ///
  /// - Parameters:
  ///   - outsideActs: Whether the outside may go on acting.
  ///   - fair: Endpoints that do not fail for ever, by number.
  package init(
    in graph: FairGraph, outsideActs: Bool, fair: Set<Int> = [],
    where contains: @escaping (FairGraph.Node) -> Bool
  ) {
    self.graph = graph
    self.contains = contains
    self.fair = fair
    allows = graph.labels.map { outsideActs || !$0.isOutside }
  }

  /// A cycle: the node it starts from and comes back to, and its edges.
  package struct Cycle {
    package let start: FairGraph.Node
    package let edges: [FairGraph.Edge]
  }

  /// The fair cycle that starts nearest to the start; nil if there is none.
  ///
  /// Complexity: linear in the graph, times the endpoints that are fair.
  package func find() -> Cycle? {
    let nodes = (0..<UInt32(graph.count)).filter(contains)
    var best: Component?
    var left = components(of: nodes, banned: [])
    while let component = left.popLast() {
      if let best, best.first <= component.first { continue }
      if isStarving(component) { continue }
      let failing = endpointsThatOnlyFail(in: component)
      if failing.isEmpty {
        best = component
      } else {
        left += components(of: component.nodes, banned: component.banned.union(failing))
      }
    }
    return best.map(cycle)
  }

  /// Nodes that lead to each other.
  private struct Component {
    let nodes: [FairGraph.Node]
    let members: Set<FairGraph.Node>
    /// Endpoints whose failures are no part of it.
    let banned: Set<Int>

    var first: FairGraph.Node { nodes[0] }

    init(_ nodes: [FairGraph.Node], banned: Set<Int>) {
      self.nodes = nodes.sorted()
      members = Set(nodes)
      self.banned = banned
    }
  }

  private func isAllowed(_ edge: FairGraph.Edge, _ banned: Set<Int>) -> Bool {
    guard allows[edge.label] else { return false }
    guard let resolved = graph.labels[edge.label].resolved, !resolved.isSuccess else {
      return true
    }
    return !banned.contains(resolved.endpoint)
  }

  private func edges(
    of node: FairGraph.Node, in component: Component
  ) -> [FairGraph.Edge] {
    graph.edges(of: node).filter {
      component.members.contains($0.target) && isAllowed($0, component.banned)
    }
  }

  /// Whether some wait of the first node lives on inside whichever way is gone.
  private func isStarving(_ component: Component) -> Bool {
    let count = waits(of: component.first, in: component)
    return (0..<count).contains { way(from: component.first, [$0], component, until: isEnd) == nil }
  }

  /// How many waits a node has of which an edge leaves inside.
  private func waits(of node: FairGraph.Node, in component: Component) -> Int {
    edges(of: node, in: component).first.map { graph.labels[$0.label].kept.count } ?? 0
  }

  /// Whether an edge ends the wait that is followed.
  private func isEnd(_ edge: FairGraph.Edge, _ wait: Int?) -> Bool {
    wait.map { graph.labels[edge.label].next($0) == nil } ?? false
  }

  private func endpointsThatOnlyFail(in component: Component) -> Set<Int> {
    var failing: Set<Int> = []
    var succeeding: Set<Int> = []
    for node in component.nodes {
      for edge in edges(of: node, in: component) {
        guard let resolved = graph.labels[edge.label].resolved else { continue }
        if resolved.isSuccess {
          succeeding.insert(resolved.endpoint)
        } else {
          failing.insert(resolved.endpoint)
        }
      }
    }
    return failing.intersection(fair).subtracting(succeeding)
  }

  // MARK: Components

  /// The strongly connected components that have an edge inside (Tarjan, 1972; without recursion).
  private func components(of nodes: [FairGraph.Node], banned: Set<Int>) -> [Component] {
    let members = Set(nodes)
    var result: [Component] = []
    var index: [FairGraph.Node: Int] = [:]
    var low: [FairGraph.Node: Int] = [:]
    var onStack: Set<FairGraph.Node> = []
    var stack: [FairGraph.Node] = []
    var frames: [(node: FairGraph.Node, targets: [FairGraph.Node], next: Int)] = []
    func targets(_ node: FairGraph.Node) -> [FairGraph.Node] {
      graph.edges(of: node).filter { members.contains($0.target) && isAllowed($0, banned) }
        .map(\.target)
    }
    func enter(_ node: FairGraph.Node) {
      (index[node], low[node]) = (index.count, index.count)
      stack.append(node)
      onStack.insert(node)
      frames.append((node, targets(node), 0))
    }
    for root in nodes where index[root] == nil {
      enter(root)
      while let frame = frames.last {
        if frame.next < frame.targets.count {
          frames[frames.count - 1].next += 1
          let target = frame.targets[frame.next]
          if index[target] == nil {
            enter(target)
          } else if onStack.contains(target) {
            low[frame.node] = min(low[frame.node] ?? 0, index[target] ?? 0)
          }
          continue
        }
        frames.removeLast()
        if let parent = frames.last?.node {
          low[parent] = min(low[parent] ?? 0, low[frame.node] ?? 0)
        }
        guard low[frame.node] == index[frame.node] else { continue }
        var found: [FairGraph.Node] = []
        while let node = stack.popLast() {
          onStack.remove(node)
          found.append(node)
          if node == frame.node { break }
        }
        if found.count > 1 || frame.targets.contains(frame.node) {
          result.append(Component(found, banned: banned))
        }
      }
    }
    return result
  }

  // MARK: The cycle

  /// A cycle inside a component that starves nothing, from its first node.
  private func cycle(in component: Component) -> Cycle {
    let first = component.first
    var walk = Walk(at: first, waiting: Array(0..<waits(of: first, in: component)))
    while !walk.waiting.isEmpty { go(&walk, walk.waiting, component, until: isEnd) }
    serveFair(&walk, component)
    if walk.at != first || walk.edges.isEmpty { goBack(&walk, component) }
    // The way back may have failed once more.
    while !walk.onlyFailed(of: fair, graph).isEmpty {
      serveFair(&walk, component)
      if walk.at != first { goBack(&walk, component) }
    }
    return Cycle(start: first, edges: walk.edges)
  }

  private func goBack(_ walk: inout Walk, _ component: Component) {
    go(&walk, [nil], component) { edge, _ in edge.target == component.first }
  }

  /// Goes on until each fair endpoint that has failed has succeeded.
  private func serveFair(_ walk: inout Walk, _ component: Component) {
    while let endpoint = walk.onlyFailed(of: fair, graph).min() {
      go(&walk, [nil], component) { edge, _ in
        graph.labels[edge.label].resolved == .init(endpoint: endpoint, isSuccess: true)
      }
    }
  }

  private struct Walk {
    var at: FairGraph.Node
    /// The waits of the first node that have not ended, as numbered here.
    var waiting: [Int]
    var edges: [FairGraph.Edge] = []

    mutating func take(_ edge: FairGraph.Edge, _ graph: FairGraph) {
      edges.append(edge)
      waiting = waiting.compactMap { graph.labels[edge.label].next($0) }
      at = edge.target
    }

    func onlyFailed(of fair: Set<Int>, _ graph: FairGraph) -> Set<Int> {
      let resolved = edges.compactMap { graph.labels[$0.label].resolved }
      let succeeded = Set(resolved.lazy.filter(\.isSuccess).map(\.endpoint))
      return Set(resolved.lazy.filter { !$0.isSuccess }.map(\.endpoint)).intersection(fair)
        .subtracting(succeeded)
    }
  }

  /// Goes on by the shortest way whose last edge is one that is looked for.
  private func go(
    _ walk: inout Walk, _ waits: [Int?], _ component: Component,
    until isLast: (FairGraph.Edge, _ wait: Int?) -> Bool
  ) {
    guard let way = way(from: walk.at, waits, component, until: isLast) else {
      preconditionFailure("Internal error: a component whose nodes do not lead to each other")
    }
    for edge in way { walk.take(edge, graph) }
  }

  /// A node, and the wait that is followed there.
  private struct Stop: Hashable {
    let node: FairGraph.Node
    let wait: Int?
  }

  /// The shortest way inside whose last edge is one that is looked for; nil where there is none.
  ///
  /// - Parameter waits: Those of the node that are followed, each for itself; a nil goes anywhere.
  private func way(
    from start: FairGraph.Node, _ waits: [Int?], _ component: Component,
    until isLast: (FairGraph.Edge, _ wait: Int?) -> Bool
  ) -> [FairGraph.Edge]? {
    var cameBy: [Stop: (from: Stop, edge: FairGraph.Edge)] = [:]
    var queue = waits.map { Stop(node: start, wait: $0) }
    var seen = Set(queue)
    var next = 0
    while next < queue.count {
      let stop = queue[next]
      next += 1
      for edge in edges(of: stop.node, in: component) {
        if isLast(edge, stop.wait) {
          var way = [edge]
          var at = stop
          while let (from, edge) = cameBy[at] {
            way.append(edge)
            at = from
          }
          return way.reversed()
        }
        let following = Stop(
          node: edge.target, wait: stop.wait.flatMap { graph.labels[edge.label].next($0) })
        if seen.insert(following).inserted {
          cameBy[following] = (stop, edge)
          queue.append(following)
        }
      }
    }
    return nil
  }
}
