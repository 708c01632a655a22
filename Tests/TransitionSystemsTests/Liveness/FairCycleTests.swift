import Testing

@testable import TransitionSystems

/// A small graph drawn at random, as lists.
private struct Drawn {
  struct Edge {
    let from: UInt32
    let to: UInt32
    let label: FairGraph.Label
  }

  /// By node: how many waits it has.
  var waits: [Int] = []
  var edges: [Edge] = []
  var allowed: [Bool] = []
  let fair: Set<Int> = [0]

  init(seed: UInt64) {
    var source = RandomSource(seed: seed)
    func below(_ bound: UInt64) -> UInt64 { source.next() % bound }
    let count = Int(2 + below(4))
    for _ in 0..<count {
      waits.append(Int(below(4)))
      allowed.append(below(5) > 0)
    }
    for from in 0..<count {
      for to in 0..<count where below(3) == 0 {
        let resolved: FairGraph.Label.Resolved? =
          below(2) == 0 ? .init(endpoint: Int(below(2)), isSuccess: below(2) == 0) : nil
        var left = Array(0..<waits[to])
        let kept = (0..<waits[from]).map { _ -> Int? in
          below(4) == 0 || left.isEmpty ? nil : left.remove(at: Int(below(UInt64(left.count))))
        }
        let label = FairGraph.Label(isOutside: below(4) == 0, kept: kept, resolved: resolved)
        edges.append(Edge(from: UInt32(from), to: UInt32(to), label: label))
      }
    }
  }

  var graph: FairGraph {
    var graph = FairGraph()
    for node in waits.indices {
      for edge in edges where edge.from == UInt32(node) {
        graph.add(edge: graph.number(of: edge.label), to: edge.to)
      }
      graph.endNode()
    }
    return graph
  }

  /// How far a walk is that is to come back to where it began.
  private struct Walk: Hashable {
    var node: UInt32
    /// What waited where it began and still does.
    var left: Set<Int>
    var hasFailed = false
    var hasSucceeded = false
  }

  /// Whether some walk comes back to where it began with nothing left of what waited there, by
  /// taking them all.
  func hasFairCycle(outsideActs: Bool) -> Bool {
    waits.indices.contains { start in
      guard allowed[start] else { return false }
      var seen: Set<Walk> = []
      var queue = [Walk(node: UInt32(start), left: Set(0..<waits[start]))]
      while let walk = queue.popLast() {
        for edge in edges where edge.from == walk.node {
          guard allowed[Int(edge.to)], outsideActs || !edge.label.isOutside else { continue }
          var next = walk
          next.node = edge.to
          next.left = Set(walk.left.compactMap { edge.label.kept[$0] })
          if let resolved = edge.label.resolved, resolved.endpoint == 0 {
            if resolved.isSuccess { next.hasSucceeded = true } else { next.hasFailed = true }
          }
          if next.node == UInt32(start), next.left.isEmpty, !next.hasFailed || next.hasSucceeded {
            return true
          }
          if seen.insert(next).inserted { queue.append(next) }
        }
      }
      return false
    }
  }
}

@Suite struct `Fair cycles` {
  @Test(arguments: [false, true]) func `are found where trying everything finds one`(
    outsideActs: Bool
  ) {
    var found = 0
    for seed in 0..<3_000 as Range<UInt64> {
      let drawn = Drawn(seed: seed)
      let graph = drawn.graph
      let cycle = FairCycle(in: graph, outsideActs: outsideActs, fair: drawn.fair) {
        drawn.allowed[Int($0)]
      }.find()
      #expect((cycle != nil) == drawn.hasFairCycle(outsideActs: outsideActs), "seed \(seed)")
      if let cycle {
        found += 1
        #expect(isFair(cycle, graph, drawn, outsideActs), "seed \(seed)")
      }
    }
    #expect(found > 300 && found < 2_700)
  }

  /// Whether a cycle comes back to its start, along allowed edges, and starves nothing.
  private func isFair(
    _ cycle: FairCycle.Cycle, _ graph: FairGraph, _ drawn: Drawn, _ outsideActs: Bool
  ) -> Bool {
    var node = cycle.start
    var waiting = Array(0..<drawn.waits[Int(node)])
    for edge in cycle.edges {
      let label = graph.labels[edge.label]
      guard
        graph.edges(of: node).contains(where: { $0.target == edge.target && $0.label == edge.label }
        ),
        drawn.allowed[Int(edge.target)], outsideActs || !label.isOutside
      else { return false }
      waiting = waiting.compactMap { label.kept[$0] }
      node = edge.target
    }
    let resolved = cycle.edges.compactMap { graph.labels[$0.label].resolved }
    let fails = resolved.contains(.init(endpoint: 0, isSuccess: false))
    return node == cycle.start && waiting.isEmpty
      && (!fails || resolved.contains(.init(endpoint: 0, isSuccess: true)))
  }

  @Test func `do not starve one of two calls that change places`() {
    // Each round answers the first of two, and the other becomes the first.
    var graph = FairGraph()
    graph.add(edge: graph.number(of: .init(isOutside: false, kept: [nil, 0])), to: 0)
    graph.endNode()
    let cycle = FairCycle(in: graph, outsideActs: false) { _ in true }.find()
    #expect(cycle?.edges.count == 2)
    // Here the second stays the second.
    var other = FairGraph()
    other.add(edge: other.number(of: .init(isOutside: false, kept: [nil, 1])), to: 0)
    other.endNode()
    #expect(FairCycle(in: other, outsideActs: false) { _ in true }.find() == nil)
  }
}
