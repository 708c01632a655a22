import Specs
import Testing

@testable import ReducerCheck

private let loadingHasEffect = "cargando implies an in-flight effect"
private let effectLoads = "an in-flight effect implies cargando"

@Suite struct `What is known of the seeds' features` {
  private let contadors = [
    effectLoads: 3, "at most one request in flight": 2,
    "when nothing is in flight, hecho is about cuenta, or nil": 3,
  ]

  @Test func `Contador to a depth of six`() throws {
    try expectSearches(
      of: contador, depth: 6, cap: 2,
      find: KnownAnswer(
        byDepth: [1, 3, 8, 20, 44, 87, 158], lengths: contadors, isClosed: false, isProof: false))
  }

  @Test func `Contador that counts to two`() throws {
    try expectSearches(
      of: contador.countingToTwo, cap: 2,
      find: KnownAnswer(
        distinct: 75, byDepth: [1, 3, 8, 19, 38, 61, 75], lengths: contadors, isProof: false))
  }

  @Test func `Contador with cancelInFlight, which is proved`() throws {
    let spec = contadorCancelInFlight.countingToTwo
    try expectSearches(
      of: spec, find: KnownAnswer(distinct: 25, byDepth: [1, 3, 7, 13, 19, 25]))
    for (isCompact, verdict) in [(false, DemandReport.Verdict.proved), (true, .held)] {
      let report = SpecSession(spec: spec.erased).explore(ExplorationLimits(isCompact: isCompact))
      #expect(report.properties.map(\.verdict) == [verdict, verdict, verdict])
    }
  }

  @Test func `Perfil001`() throws {
    try expectSearches(
      of: perfil001, cap: 2,
      find: KnownAnswer(
        distinct: 9, byDepth: [1, 2, 5, 7, 9],
        lengths: [
          loadingHasEffect: 2, effectLoads: 3, "unhandledError in Examples/Perfil001.swift": 2,
        ], isProof: false))
  }

  @Test func `Perfil002`() throws {
    try expectSearches(
      of: perfil002, cap: 2,
      find: KnownAnswer(
        distinct: 8, byDepth: [1, 2, 4, 7, 8], lengths: [effectLoads: 3], isProof: false))
    let report = SpecSession(spec: perfil002.erased)
      .explore(ExplorationLimits(inFlight: 2, keepsGoing: true))
    #expect(report.properties.map(\.verdict) == [.held, .falsified])
  }
}

/// What is counted begins after the start of the effects.
@Suite struct `Laws for effects in flight, searched` {
  @Test(arguments: 1...5) func `independent effects give every subset`(n: Int) throws {
    let answer = KnownAnswer(distinct: power(2, n), generated: 1 + n * power(2, n - 1), depth: n)
    try expectSearches(of: Several.spec(.ownField, effects: n), find: answer)
    try expectSearches(of: completions(of: n), find: answer)
  }

  @Test(arguments: [(1, 1), (2, 4), (3, 15), (4, 52), (5, 165)])
  func `when the last writer wins, order matters as far as the last`(
    n: Int, transitions: Int
  ) throws {
    // n + n(n−1)·2ⁿ⁻², which is no whole number times a power of two for one effect.
    #expect(4 * transitions == 4 * n + n * (n - 1) * power(2, n))
    try expectSearches(
      of: Several.spec(.oneField, effects: n),
      find: KnownAnswer(distinct: 1 + n * power(2, n - 1), generated: 1 + transitions))
  }

  @Test(arguments: [(1, 2), (2, 5), (3, 16), (4, 65)])
  func `in a log every order shows`(n: Int, prefixes: Int) throws {
    try expectSearches(
      of: Several.spec(.log, effects: n),
      find: KnownAnswer(distinct: prefixes, generated: prefixes, depth: n))
  }

  @Test(arguments: [(1, 4), (2, 3), (3, 2), (3, 3), (4, 2)])
  func `effects of several calls are counters side by side`(n: Int, k: Int) throws {
    try expectSearches(
      of: Several.spec(.ownField, effects: n, calls: k),
      find: KnownAnswer(
        distinct: power(k + 1, n), generated: 1 + n * k * power(k + 1, n - 1), depth: n * k))
  }

  @Test(arguments: 1...6) func `identical effects are a multiset`(n: Int) throws {
    try expectSearches(
      of: Several.spec(.nothing, effects: n),
      find: KnownAnswer(distinct: n + 1, generated: n + 1, depth: n))
  }
}
