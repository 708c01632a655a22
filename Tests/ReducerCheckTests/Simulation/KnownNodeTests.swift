import Reducers
import Specs
import Testing

@testable import ReducerCheck

@Suite struct `An effect's closure is not called again for what is known of it` {
  /// Explores a spec twice on one machine; returns how often a closure was called in each.
  private func livesLed<State, Action>(_ spec: Spec<State, Action>, depth: Int, cap: Int) throws
    -> (first: Int, second: Int, recognised: Int, unrecognised: Int)
  {
    try onHarnessThread {
      let machine = Simulation(try FeatureModel(spec.erased, maxInFlight: cap))
      _ = try NaiveExplorer(exploring: machine, depth: depth)
      let first = machine.automata.livesLed
      _ = try NaiveExplorer(exploring: machine, depth: depth)
      let automata = machine.automata
      return (
        first, automata.livesLed - first, automata.recognised, automata.unrecognised
      )
    }
  }

  @Test func `one closure in any number of configurations`() throws {
    let lives = try livesLed(perfil002, depth: .max, cap: 4)
    // Called; answered in two ways; each answer delivered, or delivered to the effect's own end;
    // and cancelled in each of the three nodes that wait.
    #expect(lives.first == 1 + 2 + 4 + 3)
    #expect(lives.second == 0)
    #expect(lives.unrecognised == 1)
  }

  @Test func `one closure for each number it has captured`() throws {
    let lives = try livesLed(contador, depth: 5, cap: 2)
    // The first five numbers; what is captured is part of what a closure is.
    #expect(lives.first == 5 * (1 + 2 + 4 + 3))
    #expect(lives.second == 0)
    #expect(lives.unrecognised == 5)
    #expect(lives.recognised > 10 * lives.unrecognised)
  }
}
