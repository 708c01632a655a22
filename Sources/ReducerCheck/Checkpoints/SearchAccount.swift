/// What a search has taken so far, together with the one that it goes on from.
struct SearchAccount {
  let machine: Machine
  /// The search that it goes on from; nil where it began itself.
  let earlier: CheckpointHead?
  /// The executable that searches.
  let build: String
  private let clock = ContinuousClock.now

  init(_ machine: Machine, after earlier: CheckpointHead?, by build: String) {
    self.machine = machine
    self.earlier = earlier
    self.build = build
  }

  var seconds: Double { (earlier?.seconds ?? 0) + (ContinuousClock.now - clock).seconds }

  func tally(_ own: ExplorationTally) -> ExplorationTally { own.following(earlier?.tally) }

  /// The executables that took part.
  var builds: [String] {
    let builds = earlier?.builds ?? []
    return builds.contains(build) ? builds : builds + [build]
  }

  /// What keeps the search from being a proof: what was expanded before may be another feature's.
  var reservations: [String] {
    builds == [build]
      ? []
      : [
        "a part was searched by another build of this executable, and what has changed since shows "
          + "only where it led to a configuration that was met"
      ]
  }
}
