import Specs
import Testing

@testable import ReducerCheck

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
