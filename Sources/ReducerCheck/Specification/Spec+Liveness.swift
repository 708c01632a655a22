extension Spec {
  /// Demands that from every configuration a goal is reached, once the outside is quiet.
  ///
  /// ```swift
  /// .eventually("loading ends") { !$0.isLoading }
  /// ```
  ///
  /// *Once the outside is quiet* means that it sends and cancels nothing more, that nothing comes
  /// from streams, and the environment makes no move of its own; what is pending goes on, in any
  /// order. A counterexample ends where nothing is pending and the goal is not reached, or goes
  /// round for ever without the goal and without starving a pending call. Searching decides it;
  /// fuzzing sees only the ends.
  ///
  /// - Parameter acting: Whether the outside may go on for ever instead of going quiet.
  public func eventually(
    _ name: String, whileTheOutsideActs acting: Bool = false,
    _ goal: @escaping (Moment<State, Action>) -> Bool
  ) -> Self {
    var property = Property(
      name: name, kind: .eventually, check: { at, _ in Claim(goal(Moment(at))) })
    property.outsideActs = acting
    return changing { $0.properties.append(property) }
  }

  /// Demands that after every configuration with a premise a goal is reached, once the outside is
  /// quiet; see ``eventually(_:whileTheOutsideActs:_:)``.
  public func leadsTo(
    _ name: String, whileTheOutsideActs acting: Bool = false,
    from premise: @escaping (Moment<State, Action>) -> Bool,
    to goal: @escaping (Moment<State, Action>) -> Bool
  ) -> Self {
    // What is remembered is whether the goal was owed before.
    func isOwed(_ moment: ErasedMoment, _ before: Any) -> Bool {
      let moment = Moment<State, Action>(moment)
      return (before as? Bool ?? false || premise(moment)) && !goal(moment)
    }
    var property = Property(name: name, kind: .leadsTo, memory: false)
    property.update = { memory, step in memory = isOwed(step.before, memory) }
    property.check = { at, place in Claim(!isOwed(at, at.memory(at: place))) }
    property.outsideActs = acting
    return changing { $0.properties.append(property) }
  }

  /// Says that an endpoint does not fail for ever: of calls that are made again and again, some
  /// succeed.
  ///
  /// Without this "it fails each time" is a run like any other. It matters to
  /// ``eventually(_:whileTheOutsideActs:_:)`` and ``leadsTo(_:whileTheOutsideActs:from:to:)`` only.
  public func succeedingEventually(_ endpoints: String...) -> Self {
    changing { $0.fairEndpoints += endpoints }
  }
}
