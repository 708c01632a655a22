import Testing

@testable import ReducerCheck

extension SpecRun {
  /// The nodes that a finding leads through.
  fileprivate func nodes(of found: Exploration.Found) -> [Int] {
    machine.perform {
      let runner = TraceRunner(machine: machine)
      return runner.run(runner.trace(of: found.path), until: "nothing", recording: true)
        .configurations.map { $0.state.value(as: Wander.State.self).node }
    }
  }
}

/// The finding of a spec with one property, and the nodes it leads through; nil where there is none.
private func search(
  _ spec: Spec<Wander.State, Wander.Action>
) throws -> (nodes: [Int], cycle: Int, configurations: Int)? {
  try onHarnessThread {
    let run = try SpecRun(spec.erased)
    let result = try run.searched(ExplorationLimits(workers: 1))
    return result.findings.first.map {
      (nodes: run.nodes(of: $0), cycle: $0.cycle, configurations: result.configurations)
    }
  }
}

@Suite struct `A goal that is to be reached` {
  @Test func `may be kept away by a cycle`() throws {
    let spec = Wander.spec([[1], [2], [1, 3], []]).eventually("three") { $0.node == 3 }
    let found = try #require(try search(spec))
    #expect(found.nodes == [0, 1, 2, 1])
    #expect(found.cycle == 2)
  }

  @Test func `may be kept away by a step that changes nothing`() throws {
    let spec = Wander.spec([[1], [1, 2], []]).eventually("two") { $0.node == 2 }
    let found = try #require(try search(spec))
    #expect(found.nodes == [0, 1, 1])
    #expect(found.cycle == 1)
  }

  /// The edge from 3 to 2 leads to no node on the way to 3 that was found first.
  @Test func `may be kept away by a cycle that two paths lead into`() throws {
    let spec = Wander.spec([[1, 2], [3], [3], [2]]).eventually("four") { $0.node == 4 }
    let found = try #require(try search(spec))
    #expect(found.cycle == 2)
    #expect(Set(found.nodes.suffix(2)) == [2, 3])
  }

  /// One path has been at the goal, the other has not, and node 3 was first met on the former.
  @Test func `may have been missed by one of two paths that join`() throws {
    let spec = Wander.spec([[1, 2], [3], [3], []]).leadsTo("from zero to one") {
      $0.node == 0
    } to: {
      $0.node == 1
    }
    let found = try #require(try search(spec))
    #expect(found.nodes == [0, 2, 3])
    #expect(found.cycle == 0)
    #expect(found.configurations == 5)
  }

  @Test func `is left again without harm, if it is come back to`() throws {
    let spec = Wander.spec([[1], [2], [1]]).eventually("two") { $0.node == 2 }
    #expect(try search(spec) == nil)
  }

  @Test func `is missed on random graphs where their nodes say so`() throws {
    var missed = 0
    for seed in 0..<250 as Range<UInt64> {
      let graph = RandomGraph(seed: seed, nodes: 2 + Int(seed % 6), degree: 2)
      let (goal, premise) = (graph.targets[0], graph.targets[1])
      let avoiding = graph.avoiding(goal)
      let reached = graph.edges.indices.filter { graph.distances[$0] != nil }
      let spec = Wander.spec(graph.edges, from: graph.start)

      let found = try search(spec.eventually("goal") { $0.node == goal })
      #expect((found != nil) == reached.contains(where: avoiding.contains), "seed \(seed)")
      if let found {
        missed += 1
        let last = try #require(found.nodes.last)
        #expect(found.nodes.suffix(found.cycle + 1).allSatisfy { $0 != goal }, "seed \(seed)")
        #expect(
          found.cycle == 0
            ? graph.edges[last].isEmpty : found.nodes[found.nodes.count - 1 - found.cycle] == last,
          "seed \(seed)")
      }

      let owing = try search(
        spec.leadsTo("goal") {
          $0.node == premise
        } to: {
          $0.node == goal
        })
      #expect(
        (owing != nil) == (reached.contains(premise) && avoiding.contains(premise)), "seed \(seed)")
    }
    #expect(missed > 50 && missed < 200)
  }
}

extension RandomGraph {
  /// The nodes from which some way that has no end, or none further, does without a goal.
  fileprivate func avoiding(_ goal: Int) -> Set<Int> {
    var result = Set(edges.indices).subtracting([goal])
    while true {
      let left = result.filter { node in
        edges[node].isEmpty || edges[node].contains { result.contains($0) }
      }
      if left == result { return result }
      result = left
    }
  }
}
