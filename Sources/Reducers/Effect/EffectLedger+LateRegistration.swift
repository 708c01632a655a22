/// Effects that are registered when they start, not when the reducer returns them, as The
/// Composable Architecture's are: until then a cancellation misses them.
///
/// What is debounced or throttled is registered at once, as it is there.
///
/// What is registered, or cancels its predecessor, at one place of a returned tree does so once:
/// when the first effect under it starts, for all that are under it.
extension EffectLedger {
  /// A place in a returned tree where an id or a child's scope is registered.
  package struct Site: Hashable {
    package let number: ID
    /// The id, at a place that registers one.
    package var registration: Registration?
    package let scope: EffectScope
    var cancelsInFlight = false
  }

  /// Registers what is above an entry that starts, and cancels the predecessors.
  package mutating func registerSites(of id: ID) {
    guard let index = index(of: id) else { return }
    for site in entries[index].birth.sites where !begunSites.contains(site.number) {
      begunSites.append(site.number)
      guard site.cancelsInFlight, let key = site.registration else { continue }
      cancel(key, exempt: sequences.filter { $0.context.sites.contains(site) }.map(\.id)) {
        !$0.birth.sites.contains(site)
      }
    }
    forgetSites()
  }

  /// Registers a place now.
  mutating func beginSite(_ site: Site?) {
    if let site { begunSites.append(site.number) }
  }

  /// Forgets the places that nothing is left of.
  mutating func forgetSites() {
    begunSites.removeAll { number in
      !entries.contains { $0.birth.sites.contains { $0.number == number } }
        && !sequences.contains { $0.context.sites.contains { $0.number == number } }
    }
  }

  /// Whether a cancellation can find an entry by a place above it that matches.
  func isReachable(_ entry: Entry, by matches: (Site) -> Bool) -> Bool {
    entry.phase != .registered || isBegun(entry.birth.sites, matches)
  }

  func isBegun(_ sites: [Site], _ matches: (Site) -> Bool) -> Bool {
    sites.contains { begunSites.contains($0.number) && matches($0) }
  }

  mutating func makeSite(
    _ registration: Registration?, _ scope: EffectScope, cancelsInFlight: Bool = false
  ) -> Site {
    Site(
      number: makeID(), registration: registration, scope: scope,
      cancelsInFlight: cancelsInFlight)
  }
}

extension Effect {
  /// Whether it begins with a debounce's wait.
  var isDelayed: Bool {
    guard case .concatenate(let parts) = operation, case .run(let run)? = parts.first?.operation
    else { return false }
    return run.isDelay
  }
}

extension EffectLedger.Site {
  func isReached(by key: EffectLedger.Registration) -> Bool {
    registration.map(key.reaches) ?? false
  }
}
