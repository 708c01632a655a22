extension Spec {
  /// Demands a claim in every configuration.
  @inlinable
  public func always<Truth: Claimable>(
    _ name: String, _ check: @escaping (Moment<State, Action>) -> Truth
  ) -> Self {
    adding(name, .always) { at, _ in check(Moment(at)).claim }
  }

  /// Demands a claim in every configuration, of what a memory has kept of the steps so far.
  ///
  /// - Parameters:
  ///   - memory: What is remembered at the start; a value, part of every configuration.
  ///   - update: Takes a step into the memory.
  ///   - check: The claim about a configuration and the memory as of then.
  public func always<Memory, Truth: Claimable>(
    _ name: String, remembering memory: Memory,
    update: @escaping (inout Memory, Transition<State, Action>) -> Void,
    check: @escaping (Moment<State, Action>, Memory) -> Truth
  ) -> Self {
    adding(remembering(Property(name: name, kind: .always), memory, update, check))
  }

  /// Demands that a condition holds in no configuration.
  @inlinable
  public func never(
    _ name: String, _ check: @escaping (Moment<State, Action>) -> Bool
  ) -> Self {
    adding(name, .never) { at, _ in Claim(check(Moment(at))) }
  }

  /// Demands a claim of every event together with the configurations around it.
  public func step<Truth: Claimable>(
    _ name: String, _ check: @escaping (Transition<State, Action>) -> Truth
  ) -> Self {
    adding(Property(name: name, kind: .step, checkStep: { at, _ in check(Transition(at)).claim }))
  }

  /// Demands a claim wherever nothing is left to happen but what the outside does.
  @inlinable
  public func quiescent<Truth: Claimable>(
    _ name: String, _ check: @escaping (Moment<State, Action>) -> Truth
  ) -> Self {
    adding(name, .quiescent) { at, _ in check(Moment(at)).claim }
  }

  /// Demands a claim at quiescence, of what a memory has kept of the steps so far.
  public func quiescent<Memory, Truth: Claimable>(
    _ name: String, remembering memory: Memory,
    update: @escaping (inout Memory, Transition<State, Action>) -> Void,
    check: @escaping (Moment<State, Action>, Memory) -> Truth
  ) -> Self {
    adding(remembering(Property(name: name, kind: .quiescent), memory, update, check))
  }

  /// Demands that a condition holds in some configuration.
  ///
  /// Fuzzing can show that it does; where it did not, that is inconclusive.
  public func reachable(
    _ name: String, _ check: @escaping (Moment<State, Action>) -> Bool
  ) -> Self {
    adding(Property(name: name, kind: .reachable, check: { at, _ in Claim(check(Moment(at))) }))
  }

  private func remembering<Memory, Truth: Claimable>(
    _ property: Property, _ memory: Memory,
    _ update: @escaping (inout Memory, Transition<State, Action>) -> Void,
    _ check: @escaping (Moment<State, Action>, Memory) -> Truth
  ) -> Property {
    var property = property
    property.memory = memory
    property.update = { any, step in
      guard var value = any as? Memory else { return }
      update(&value, Transition(step))
      any = value
    }
    property.check = { moment, place in
      guard let value = moment.memory(at: place) as? Memory else { return Claim(true) }
      return check(Moment(moment), value).claim
    }
    return property
  }

  @usableFromInline
  func adding(
    _ name: String, _ kind: PropertyKind, _ check: @escaping (ErasedMoment, Int) -> Claim
  ) -> Self {
    adding(Property(name: name, kind: kind, check: check))
  }

  private func adding(_ property: Property) -> Self {
    changing { $0.properties.append(property) }
  }
}
