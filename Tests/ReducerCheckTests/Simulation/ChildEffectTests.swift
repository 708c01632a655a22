import Reducers
import Testing

@testable import ReducerCheck

/// A child of some kind that is opened once, and whose one action fetches from the environment.
private func spec(
  opening change: Change, sending code: Int
) -> Spec<GeneratedFeature.State, GeneratedFeature.Action> {
  let fetch = Rule(bump: 1, effect: .run(RunPlan(body: [.fetch(0), .send(1)])))
  let plan = FeaturePlan(
    parent: [Rule(change: change), Rule(), Rule()], child: [fetch, Rule(), Rule()],
    leaf: [fetch, Rule(), Rule()], reactions: [.none, .none, .none])
  return Spec("Child", of: GeneratedFeature(plan: plan), startingAt: .init())
    .withEndpoints()
    .sending { state in [GeneratedFeature.Action(Token(code: state.hasChild ? code : 0))] }
}

extension GeneratedFeature.State {
  fileprivate var hasChild: Bool {
    if case .detail = screen { return true }
    return child != nil || sheet != nil || !rows.isEmpty || !pages.isEmpty
  }
}

@Suite struct `An effect of a child` {
  /// What the environment answers is in no automaton, so that only what the effect was recognised
  /// by tells that it is the same as before.
  @Test(arguments: [
    (Change.openChild(0), 10), (.go(1), 30), (.addRow(0), 40), (.openSheet(0), 60),
    (.pushPage(0), 70),
  ])
  func `is recognised wherever the child is`(change: Change, code: Int) throws {
    let spec = spec(opening: change, sending: code)
    #expect(try explored(spec, cap: 1).closed)
    let unrecognised = try onHarnessThread {
      let machine = Simulation(try FeatureModel(spec.erased, maxInFlight: 1))
      _ = try NaiveExplorer(exploring: machine)
      return machine.automata.unrecognised
    }
    #expect(unrecognised == 1)
  }
}
