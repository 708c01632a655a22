/// Which endpoints' calls were pending together, and in which orders they were resolved.
struct PairCoverage {
  /// Two endpoints, the first of them first by name.
  struct Pair: Hashable {
    let one: String
    let other: String
  }

  struct Count {
    /// Steps that resolved `one` while a call of `other` was pending in another effect.
    var oneFirst = 0
    /// The other way round.
    var otherFirst = 0
  }

  private(set) var counts: [Pair: Count] = [:]

  /// The pairs in order of their names.
  var sorted: [(pair: Pair, count: Count)] {
    counts.sorted { ($0.key.one, $0.key.other) < ($1.key.one, $1.key.other) }
      .map { ($0.key, $0.value) }
  }

  /// Notes that a call of an endpoint was resolved while one of another was pending.
  mutating func count(resolved: String, pending: String) {
    if resolved <= pending {
      counts[Pair(one: resolved, other: pending), default: Count()].oneFirst += 1
    } else {
      counts[Pair(one: pending, other: resolved), default: Count()].otherFirst += 1
    }
  }
}
