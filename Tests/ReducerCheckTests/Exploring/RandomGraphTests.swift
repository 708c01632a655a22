import Testing

@testable import ReducerCheck

private let ways = [1, 2, 3].flatMap { workers in
  [false, true].map { ExplorationLimits(workers: workers, isCompact: $0, keepsGoing: true) }
}

@Suite struct `Random plain models` {
  @Test func `are searched as far as their graphs go`() throws {
    let amount = Amount("EXPLORING")
    let first = amount.firstSeed
    for seed in first..<first + amount.count(40, full: 3_000) {
      try expectSearches(
        of: RandomGraph(seed: UInt64(seed), nodes: 1 + seed % 50, degree: 1 + seed % 4),
        "seed \(seed)")
    }
  }

  /// Layers of several hundreds, so that workers take turns.
  @Test(arguments: [0, 1, 3] as [UInt64])
  func `are searched as far when a layer is shared among workers`(seed: UInt64) throws {
    let graph = RandomGraph(seed: seed, nodes: 3_000, degree: 4)
    let facts = try expectSearches(of: graph, "seed \(seed)")
    #expect(try #require(facts.layers.max()) > 256)
  }

  @discardableResult
  private func expectSearches(
    of graph: RandomGraph, _ name: Comment, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> SearchFacts {
    let distances = graph.distances
    let reached = graph.edges.indices.filter { distances[$0] != nil }
    let all = try ways.map { try SearchFacts.of(graph.spec, $0) }
    for facts in all { #expect(facts == all[0], name, sourceLocation: sourceLocation) }
    let depth = distances.compactMap { $0 }.max() ?? 0
    let layers = (0...depth).map { depth in distances.count { $0 == depth } }
    #expect(all[0].layers == layers, name, sourceLocation: sourceLocation)
    #expect(
      all[0].generated == 1 + reached.reduce(0) { $0 + graph.edges[$1].count }, name,
      sourceLocation: sourceLocation)
    #expect(all[0].end == .closed, name, sourceLocation: sourceLocation)
    let found = try searched(graph.spec, ways[1])
    for target in graph.targets {
      #expect(found.length(of: "\(target) is met") == distances[target], name)
      #expect(found.length(of: "\(target)") == distances[target], name)
    }
    return all[0]
  }
}
