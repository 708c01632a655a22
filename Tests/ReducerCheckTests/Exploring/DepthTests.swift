import Testing

@testable import ReducerCheck

@Suite struct `A search to a depth` {
  /// A search in depth that goes along the chain first meets 4 at its bound, and never goes on.
  @Test func `meets what a longer path leads to first`() throws {
    let edges = [[1, 4], [2], [3], [4], [5], [6], []]
    for depth in 0...6 {
      let found = try searched(
        Wander.spec(edges).never("six") { $0.node == 6 },
        ExplorationLimits(depth: depth, workers: 1, keepsGoing: true))
      #expect(found.countsByDepth == Array([1, 3, 5, 7].prefix(depth + 1)))
      #expect(found.length(of: "six") == (depth < 3 ? nil : 3))
    }
  }

  /// Whatever the order of edges.
  @Test(arguments: [1, 2]) func `meets all that is so near, and nothing else`(workers: Int) throws {
    for seed in 0..<4 as Range<UInt64> {
      let graph = RandomGraph(seed: seed, nodes: 40, degree: 3)
      let distances = graph.distances.compactMap { $0 }
      for other in [graph, graph.turnedRound] {
        for depth in 0...(distances.max() ?? 0) + 1 {
          let limits = ExplorationLimits(depth: depth, workers: workers, keepsGoing: true)
          for spec: any Checkable in [other.spec, Wander.spec(other.edges, from: other.start)] {
            let found = try searched(spec, limits)
            #expect(found.configurations == distances.count { $0 <= depth }, "seed \(seed)")
          }
          let found = try searched(other.spec, limits)
          for target in graph.targets {
            let distance = graph.distances[target].flatMap { $0 <= depth ? $0 : nil }
            #expect(found.length(of: "\(target) is met") == distance, "seed \(seed)")
          }
        }
      }
    }
  }
}
