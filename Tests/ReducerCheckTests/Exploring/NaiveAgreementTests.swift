import Specs
import Testing

@testable import ReducerCheck

@Suite struct `The explorer counts what is known of the seeds' features` {
  private func counts(
    _ spec: any Checkable, cap: Int, depth: Int? = nil, isCompact: Bool = false
  ) throws -> (byDepth: [Int], isClosed: Bool) {
    let found = try searched(
      spec,
      ExplorationLimits(
        depth: depth, inFlight: cap, workers: 1, isCompact: isCompact, keepsGoing: true))
    return (found.countsByDepth, found.isClosed)
  }

  @Test(arguments: [false, true]) func `Perfil001`(isCompact: Bool) throws {
    let found = try counts(perfil001, cap: 2, isCompact: isCompact)
    #expect(found.byDepth == [1, 2, 5, 7, 9])
    #expect(found.isClosed)
  }

  @Test(arguments: [false, true]) func `Perfil002`(isCompact: Bool) throws {
    let found = try counts(perfil002, cap: 2, isCompact: isCompact)
    #expect(found.byDepth == [1, 2, 4, 7, 8])
    #expect(found.isClosed)
  }

  @Test func `Contador to a depth of six`() throws {
    let found = try counts(contador, cap: 2, depth: 6)
    #expect(found.byDepth == [1, 3, 8, 20, 44, 87, 158])
    #expect(!found.isClosed)
  }
}

@Suite struct `The explorer agrees with one written for clarity` {
  private static let specs: [any Checkable] = [
    contador, contadorCancelInFlight, perfil001, perfil002, catchUp(repaired: false),
    autosave(repaired: false), like(repaired: true), search(repaired: false),
    retry(repaired: false),
  ]

  @Test(arguments: specs.indices) func `on what examples have within five events`(
    index: Int
  ) throws {
    let spec = Self.specs[index]
    let naive = try onHarnessThread {
      try NaiveExplorer(
        exploring: Simulation(FeatureModel(spec.erased, maxInFlight: 3)), depth: 5)
    }
    let found = try searched(
      spec, ExplorationLimits(depth: 5, inFlight: 3, workers: 1, keepsGoing: true))
    #expect(found.countsByDepth == naive.countsByDepth)
    #expect(found.isClosed == naive.closed)
    for (name, trace) in naive.traces { #expect(found.length(of: name) == trace.count, "\(name)") }
  }
}

@Suite struct `The explorer counts what effects in flight make of a feature` {
  @Test(arguments: 1...6) func `effects that all complete on their own`(count: Int) throws {
    let found = try searched(completions(of: count))
    #expect(found.configurations == 1 << count)
    #expect(found.generated - 1 == count << (count - 1))
    #expect(found.isClosed)
    #expect(found.reservations == [])
  }
}
