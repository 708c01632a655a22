/// Which endpoints' calls were pending together, and in which orders they were resolved.
struct PairCoverage: Equatable {
  /// Two endpoints, the first of them first by name.
  struct Pair: Codable, Hashable {
    let one: String
    let other: String
  }

  struct Count: Codable, Equatable {
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

  /// Adds what was counted elsewhere.
  mutating func add(_ other: PairCoverage) {
    for (pair, count) in other.counts {
      counts[pair, default: Count()].oneFirst += count.oneFirst
      counts[pair, default: Count()].otherFirst += count.otherFirst
    }
  }
}

/// As a list in order, so that equal counts give equal bytes.
extension PairCoverage: Codable {
  private struct Entry: Codable {
    let pair: Pair
    let count: Count
  }

  init(from decoder: any Decoder) throws {
    let entries = try [Entry](from: decoder)
    counts = Dictionary(entries.map { ($0.pair, $0.count) }, uniquingKeysWith: { $1 })
  }

  func encode(to encoder: any Encoder) throws {
    try sorted.map { Entry(pair: $0.pair, count: $0.count) }.encode(to: encoder)
  }
}
