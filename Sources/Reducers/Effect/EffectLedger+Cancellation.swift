extension EffectLedger {
  /// Cancels what `key` reaches: entries, scopes inside closures, parts not yet started, and
  /// what waits in a throttle window.
  ///
  /// - Parameters:
  ///   - exempt: The concatenations the canceller is a part of; their later parts are not hit.
  ///   - isHit: Which entries may be.
  mutating func cancel(
    _ key: Registration, exempt: [ID], where isHit: (Entry) -> Bool = { _ in true }
  ) {
    if registersAtStart {
      pruneBegun(exempt: exempt) { $0.isReached(by: key) }
    } else {
      prune(exempt: exempt) { place in
        if case .registration(let registration) = place { key.reaches(registration) } else { false }
      }
    }
    for entry in entries where isHit(entry) {
      if entry.registrations.contains(where: key.reaches),
        !registersAtStart || isReachable(entry, by: { $0.isReached(by: key) })
      {
        stop(entry.id)
      } else if let index = index(of: entry.id), entry.inner.contains(where: key.reaches) {
        entries[index].inner.removeAll(where: key.reaches)
        cancellations.append(Cancellation(entry: entry.id, inner: key.id))
      }
    }
    for index in windows.indices where key.reaches(windows[index].gate.key) {
      windows[index].pending = nil
    }
  }

  /// Cancels everything a child at `scope` has started.
  mutating func remove(_ scope: EffectScope, exempt: [ID]) {
    if registersAtStart {
      pruneBegun(exempt: exempt) { $0.scope.isInside(scope) }
    } else {
      prune(exempt: exempt) { place in
        if case .scope(let inner) = place { inner.isInside(scope) } else { false }
      }
    }
    for entry in entries where entry.scope.isInside(scope) {
      if registersAtStart && !isReachable(entry, by: { $0.scope.isInside(scope) }) { continue }
      stop(entry.id)
    }
    windows.removeAll { $0.gate.key.scope.isInside(scope) }
  }

  /// Ends an entry: at once if it has not started, else by way of its clean-up.
  mutating func stop(_ id: ID) {
    guard let index = index(of: id) else { return }
    switch entries[index].phase {
    case .registered:
      starts.removeAll { $0 == id }
      finish(id)
    case .running where entries[index].birth.isPresentation: finish(id)
    case .running:
      entries[index].phase = .draining
      cancellations.append(Cancellation(entry: id, inner: nil))
    case .draining: return
    }
  }

  /// Drops the rest of the concatenations that are registered at a place that matches, where parts
  /// not yet started are not registered.
  private mutating func pruneBegun(exempt: [ID], where matches: (Site) -> Bool) {
    for index in sequences.indices where !exempt.contains(sequences[index].id) {
      if isBegun(sequences[index].context.sites, matches) { sequences[index].rest = [] }
    }
  }

  /// Drops the parts not yet started at the places that match.
  private mutating func prune(exempt: [ID], where matches: (EffectPlace<Registration>) -> Bool) {
    for index in sequences.indices where !exempt.contains(sequences[index].id) {
      let context = sequences[index].context
      if matches(.scope(context.scope))
        || context.registrations.contains(where: { matches(.registration($0)) })
      {
        sequences[index].rest = []
      } else {
        sequences[index].rest = sequences[index].rest.map { pruned($0, context.scope, matches) }
      }
    }
  }

  private func pruned(
    _ effect: Effect<Any>, _ scope: EffectScope,
    _ matches: (EffectPlace<Registration>) -> Bool
  ) -> Effect<Any> {
    func inside(_ part: Effect<Any>) -> Effect<Any> { pruned(part, scope, matches) }
    switch effect.operation {
    case .none, .send, .run, .cancel, .remove, .present: return effect
    case .merge(let parts): return .merge(parts.map(inside))
    case .concatenate(let parts): return .concatenate(parts.map(inside))
    case .cancellable(let inner, let id, let cancelInFlight):
      if matches(.registration(Registration(id: id, scope: scope))) { return .none }
      return Effect(.cancellable(inside(inner), id: id, cancelInFlight: cancelInFlight))
    case .throttle(let inner, let throttle):
      if matches(.registration(Registration(id: throttle.id, scope: scope))) { return .none }
      return Effect(.throttle(inside(inner), throttle))
    case .scoped(let inner, let step):
      let child = scope.appending(step)
      return matches(.scope(child)) ? .none : pruned(inner, child, matches).scoped(to: step)
    }
  }
}

/// A place in the tree of an effect at which a cancellation may cut.
private enum EffectPlace<Registration> {
  case registration(Registration)
  case scope(EffectScope)
}

extension EffectLedger.Registration {
  /// Whether a cancellation asked for here finds `other`.
  func reaches(_ other: Self) -> Bool { id == other.id && other.scope.isInside(scope) }
}
