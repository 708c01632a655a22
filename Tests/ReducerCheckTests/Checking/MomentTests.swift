import Examples
import Specs
import Testing

@testable import ReducerCheck

@Suite struct MomentTests {
  /// What a property keeps of the moments it is shown.
  private final class Kept {
    var moments: [(moment: Moment<Contador.State, Contador.Action>, cuenta: Int, inFlight: Int)] =
      []
  }

  @Test func `a moment that a property keeps does not change`() throws {
    let kept = Kept()
    let spec = contador.always("it keeps every moment") {
      kept.moments.append(($0, $0.cuenta, $0.inFlight.count))
      return true
    }
    try onHarnessThread {
      let run = try SpecRun(spec.erased)
      run.machine.perform {
        Fuzzer(run.machine, seed: 1, limits: FuzzLimits(walks: 5)).run()
      }
    }
    #expect(kept.moments.count > 50)
    #expect(Set(kept.moments.map(\.cuenta)).count > 1)
    for (moment, cuenta, inFlight) in kept.moments {
      #expect(moment.cuenta == cuenta)
      #expect(moment.inFlight.count == inFlight)
      #expect(moment.erased.configuration.ledger.countInFlight == inFlight)
    }
  }
}
