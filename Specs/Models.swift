import Examples
import ReducerCheck

/// Two-phase commit, with as many managers as wanted: 2ⁿ + 4ⁿ + 6ⁿ configurations.
public func twoPhaseCommit(managers: Int) -> Spec<TwoPhaseCommit.State, TwoPhaseCommit.Action> {
  Spec(
    "TwoPhaseCommit", of: TwoPhaseCommit(),
    startingAt: TwoPhaseCommit.State(managers: managers)
  )
  .sending { $0.enabled }
  .never("one committed, another aborted") {
    $0.managers.contains(.committed) && $0.managers.contains(.aborted)
  }
}

/// The same with its state in a few integers.
public func twoPhaseCommitInBits(
  managers: Int
) -> Spec<TwoPhaseCommitInBits.State, TwoPhaseCommitInBits.Action> {
  Spec(
    "TwoPhaseCommitInBits", of: TwoPhaseCommitInBits(),
    startingAt: TwoPhaseCommitInBits.State(managers: managers)
  )
  .sending { $0.enabled }
  .never("one committed, another aborted") { $0.state.contains(2) && $0.state.contains(3) }
}

/// The sliding puzzle from its solved board.
public func slidingTiles(
  width: Int, height: Int
) -> Spec<SlidingTiles.State, SlidingTiles.Action> {
  Spec(
    "SlidingTiles", of: SlidingTiles(),
    startingAt: SlidingTiles.State(width: width, height: height)
  )
  .sending { $0.enabled }
}

/// Effects that all complete on their own: 2ⁿ configurations once they have started.
public func completions(of count: Int) -> Spec<Completions.State, Completions.Action> {
  Spec("Completions", of: Completions(), startingAt: Completions.State(count: count))
    .endpoint("call", failing: []) { $0[Completions.Client.self].call = $1 }
    .starting(with: .start)
    .sending { _ in [] }
    .inFlight(atMost: count)
}
