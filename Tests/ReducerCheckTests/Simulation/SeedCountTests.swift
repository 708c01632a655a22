import Examples
import Specs
import Testing

@testable import ReducerCheck

extension Spec<Contador.State, Contador.Action> {
  /// The same, counting to two at most.
  var countingToTwo: Self {
    changing { $0.listed = [] }
      .sending { $0.cuenta < 2 ? [.incrementar, .pedirDato] : [.pedirDato] }
  }
}

private let loadingHasEffect = "cargando implies an in-flight effect"
private let effectLoads = "an in-flight effect implies cargando"

@Suite struct `The seeds' features have the known configurations` {
  @Test func `Contador, cap 2`() throws {
    let explored = try explored(contador, depth: 6, cap: 2)
    #expect(explored.countsByDepth == [1, 3, 8, 20, 44, 87, 158])
    #expect(!explored.closed)
    expectContadorsVerdicts(explored)
  }

  @Test func `Contador that counts to two, cap 2`() throws {
    let explored = try explored(contador.countingToTwo, cap: 2)
    #expect(explored.countsByDepth == [1, 3, 8, 19, 38, 61, 75])
    #expect(explored.closed)
    expectContadorsVerdicts(explored)
  }

  private func expectContadorsVerdicts(_ explored: NaiveExplorer) {
    #expect(
      explored.traces.mapValues(\.count) == [
        effectLoads: 3,
        "at most one request in flight": 2,
        "when nothing is in flight, hecho is about cuenta, or nil": 3,
      ])
    #expect(
      explored.traces["at most one request in flight"] == ["send pedirDato", "send pedirDato"])
  }

  @Test func `Contador with cancelInFlight`() throws {
    let explored = try explored(contadorCancelInFlight.countingToTwo)
    #expect(explored.countsByDepth == [1, 3, 7, 13, 19, 25])
    #expect(explored.closed)
    #expect(explored.traces == [:])
  }

  @Test func `Perfil001, cap 2`() throws {
    let explored = try explored(perfil001, cap: 2)
    #expect(explored.countsByDepth == [1, 2, 5, 7, 9])
    #expect(explored.closed)
    let failing = ["send aparecer", "resolve api.perfil() → failure"]
    #expect(
      explored.traces.mapValues(\.count) == [
        loadingHasEffect: 2, effectLoads: 3, "unhandledError in Examples/Perfil001.swift": 2,
      ])
    #expect(explored.traces[loadingHasEffect] == failing)
    #expect(explored.traces["unhandledError in Examples/Perfil001.swift"] == failing)
  }

  @Test func `Perfil002, cap 2`() throws {
    let explored = try explored(perfil002, cap: 2)
    #expect(explored.countsByDepth == [1, 2, 4, 7, 8])
    #expect(explored.closed)
    #expect(explored.traces.mapValues(\.count) == [effectLoads: 3])
  }
}
