import TransitionSystems

/// Looks for a trace shorter than a given one in the whole space, by the explorer's own search.
///
/// It merges what behaves alike, and so reaches further than ``NormalFormSearch``; it does not say
/// which of several shortest traces is the first in normal form.
struct ShorterTraceSearch {
  let machine: Simulation
  let demand: String

  enum Answer {
    /// A shorter one, and whether it is the shortest there is.
    case found(Trace, configurations: Int, isShortest: Bool)
    /// There is none: all configurations within reach of shorter ones were looked at.
    case none(configurations: Int)
    /// The limit on steps was reached first, or what was looked at may not be all there is.
    case unknown
  }

  /// Steps that the search may take.
  private static var stepLimit: Int { 30_000 }

  /// Looks for a trace of fewer events than `length`.
  func search(below length: Int) -> Answer {
    guard let own = machine.relearned() as? Simulation else { return .unknown }
    let system = FeatureSystem(
      own, ExplorationLimits(), fields: FieldPlans(of: Void.self), graph: nil)
    let store = ConfigurationStore(.exact, workers: 1)
    let search = BreadthFirstSearch(
      [system], store, limits: SearchLimits(depth: length - 1)
    ) { $0(0) }
    let revision = own.revision
    let end = search.run {
      if own.revision != revision { return SearchStop(.useless, "another revision") }
      if search.generated > Self.stepLimit { return SearchStop(.time, "too many steps") }
      return search.breaches.contains { $0.demand == demand }
        ? SearchStop(.decided, "there is one") : nil
    }
    if own.revision != revision { return .unknown }
    let isWhole =
      search.refused == 0 && own.isExact && system.coverage.reservations.isEmpty
      && !search.breaches.contains { $0.demand.hasPrefix(FindingKind.impureReducer.rawValue) }
    if let breach = search.breaches.first(where: { $0.demand == demand }) {
      return own.perform {
        let tracer = SearchTracer(search, own) { own.key($0) }
        let path = tracer.found(breach).path
        return .found(
          TraceRunner(machine: own).trace(of: path), configurations: search.expanded,
          isShortest: isWhole)
      }
    }
    switch end {
    case .closed, .depth: return isWhole ? .none(configurations: search.count) : .unknown
    case .configurations, .stopped, .strayed: return .unknown
    }
  }
}
