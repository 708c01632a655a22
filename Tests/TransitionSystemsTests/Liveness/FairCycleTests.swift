import Testing

@testable import TransitionSystems

/// A small graph drawn at random, as lists.
private struct Drawn {
  struct Edge {
    let from: UInt32
    let to: UInt32
    let label: FairGraph.Label
  }

  var pending: [[Int]] = []
  var edges: [Edge] = []
  var allowed: [Bool] = []
  let fair: Set<Int> = [0]

  init(seed: UInt64) {
    var source = RandomSource(seed: seed)
    func below(_ bound: UInt64) -> UInt64 { source.next() % bound }
    let count = Int(2 + below(4))
    for _ in 0..<count {
      pending.append((0..<2).filter { _ in below(2) == 0 })
      allowed.append(below(5) > 0)
    }
    for from in 0..<count {
      for to in 0..<count where below(3) == 0 {
        let resolved: FairGraph.Label.Resolved? =
          below(2) == 0 ? .init(endpoint: Int(below(2)), isSuccess: below(2) == 0) : nil
        let label = FairGraph.Label(
          isOutside: below(4) == 0, lost: (0..<2).filter { _ in below(3) == 0 },
          resolved: resolved)
        edges.append(Edge(from: UInt32(from), to: UInt32(to), label: label))
      }
    }
  }

  var graph: FairGraph {
    var graph = FairGraph()
    for kinds in pending { graph.add(pending: graph.number(ofSet: kinds)) }
    for node in pending.indices {
      for edge in edges where edge.from == UInt32(node) {
        graph.add(edge: graph.number(of: edge.label), to: edge.to)
      }
      graph.endNode()
    }
    return graph
  }

  /// Whether some set of nodes can be gone round fairly, by trying them all.
  func hasFairCycle(outsideActs: Bool) -> Bool {
    (1..<(1 << pending.count)).contains { bits in
      let nodes = pending.indices.filter { bits >> $0 & 1 == 1 }
      guard nodes.allSatisfy({ allowed[$0] }) else { return false }
      return [true, false].contains { failures in
        let inside = edges.filter { edge in
          nodes.contains(Int(edge.from)) && nodes.contains(Int(edge.to))
            && (outsideActs || !edge.label.isOutside)
            && (failures || edge.label.resolved.map { $0.isSuccess || $0.endpoint != 0 } ?? true)
        }
        return isFair(nodes, inside)
      }
    }
  }

  private func isFair(_ nodes: [Int], _ inside: [Edge]) -> Bool {
    guard !inside.isEmpty, nodes.allSatisfy({ reached(from: $0, inside).isSuperset(of: nodes) })
    else { return false }
    let starves = (0..<2).contains { kind in
      nodes.allSatisfy { pending[$0].contains(kind) }
        && !inside.contains { $0.label.lost.contains(kind) }
    }
    let fails = inside.contains { $0.label.resolved == .init(endpoint: 0, isSuccess: false) }
    let succeeds = inside.contains { $0.label.resolved == .init(endpoint: 0, isSuccess: true) }
    return !starves && (!fails || succeeds)
  }

  private func reached(from start: Int, _ inside: [Edge]) -> Set<Int> {
    var result: Set<Int> = []
    var left = [start]
    while let node = left.popLast() {
      for edge in inside where Int(edge.from) == node && result.insert(Int(edge.to)).inserted {
        left.append(Int(edge.to))
      }
    }
    return result
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
    var starved = Set(graph.pending(in: node))
    for edge in cycle.edges {
      let label = graph.labels[edge.label]
      guard
        graph.edges(of: node).contains(where: { $0.target == edge.target && $0.label == edge.label }
        ),
        drawn.allowed[Int(edge.target)], outsideActs || !label.isOutside
      else { return false }
      starved.subtract(label.lost)
      starved.formIntersection(graph.pending(in: edge.target))
      node = edge.target
    }
    let resolved = cycle.edges.compactMap { graph.labels[$0.label].resolved }
    let fails = resolved.contains(.init(endpoint: 0, isSuccess: false))
    return node == cycle.start && starved.isEmpty
      && (!fails || resolved.contains(.init(endpoint: 0, isSuccess: true)))
  }
}
