import Testing

@testable import ReducerCheck

extension Several {
  fileprivate static func explored(
    _ way: Way, effects: Int, calls: Int = 1
  ) throws -> NaiveExplorer {
    let explored = try ReducerCheckTests.explored(spec(way, effects: effects, calls: calls))
    #expect(explored.closed)
    return explored
  }
}

@Suite struct `Laws for effects in flight` {
  @Test(arguments: 1...4)
  func `independent effects give every subset`(n: Int) throws {
    let explored = try Several.explored(.ownField, effects: n)
    #expect(explored.count == power(2, n))
    #expect(explored.transitions == n * power(2, n - 1))
  }

  @Test(arguments: 1...4)
  func `when the last writer wins, order matters as far as the last`(n: Int) throws {
    let explored = try Several.explored(.oneField, effects: n)
    #expect(explored.count == 1 + n * power(2, n - 1))
    #expect(4 * explored.transitions == 4 * n + n * (n - 1) * power(2, n))
  }

  @Test(arguments: 1...4)
  func `in a log every order shows`(n: Int) throws {
    let explored = try Several.explored(.log, effects: n)
    // n!/(n−k)! prefixes of length k.
    let prefixes = (0...n).map { k in (0..<k).reduce(1) { $0 * (n - $1) } }
    #expect(explored.count == prefixes.reduce(0, +))
    #expect(explored.transitions == explored.count - 1)
  }

  @Test(arguments: [(1, 4), (2, 3), (3, 2), (3, 3), (4, 2)])
  func `effects of several calls are counters side by side`(n: Int, k: Int) throws {
    #expect(try Several.explored(.ownField, effects: n, calls: k).count == power(k + 1, n))
  }

  /// Maximal paths through the graph that `graph` draws.
  @Test(arguments: [(1, 4), (2, 3), (3, 2), (3, 3), (4, 2)])
  func `effects of several calls have so many schedules`(n: Int, k: Int) throws {
    let picture = try onHarnessThread {
      let run = try SpecRun(Several.spec(.ownField, effects: n, calls: k).erased, inFlight: n)
      return Explorer(run: run, limits: ExplorationLimits(inFlight: n, workers: 1))
        .picture(around: nil)
    }
    #expect(picture.isWhole)
    var paths: [Int: Int] = [:]
    // Steps lead to what was met later: a resolution never leads back.
    for node in picture.nodes.indices.reversed() {
      let next = picture.edges.filter { $0.from == node }.map(\.to)
      paths[node] = next.isEmpty ? 1 : next.reduce(0) { $0 + (paths[$1] ?? 0) }
    }
    func factorial(_ number: Int) -> Int { (1...number).reduce(1, *) }
    #expect(paths[0] == factorial(n * k) / power(factorial(k), n))
  }

  @Test(arguments: 1...4)
  func `identical effects are a multiset`(n: Int) throws {
    let explored = try Several.explored(.nothing, effects: n)
    #expect(explored.count == n + 1)
    #expect(explored.transitions == n)
  }
}
