import TransitionSystems

/// The steps of a search, counted: by what was sent, delivered and resolved.
struct StepCoverage: Codable, Equatable {
  /// By case of Action: steps that sent it, and those of them that changed something.
  private(set) var sent: [Int]
  private(set) var changed: [Int]
  /// By case of Action: how often an effect delivered it.
  private(set) var delivered: [Int]
  /// The outcomes in the order they were met.
  private var counted: [OutcomeCount] = []
  private(set) var pairs = PairCoverage()

  /// Different outcomes that are counted at most.
  private static var outcomeLimit: Int { 10_000 }

  struct OutcomeCount: Codable, Equatable {
    let endpoint: String
    let outcome: String
    var count: Int
  }

  init(cases: Int) {
    sent = Array(repeating: 0, count: cases)
    changed = sent
    delivered = sent
  }

  mutating func countSend(tag: Int, changes: Bool) {
    sent[tag] &+= 1
    if changes { changed[tag] &+= 1 }
  }

  /// Counts steps that send the actions that lie somewhere.
  ///
  /// - Parameters:
  ///   - tags: How their cases are told; nil where there is but one.
  ///   - changes: Of each whether it changes something.
  mutating func countSends(
    _ first: UnsafeRawPointer, _ number: Int, stride: Int, _ tags: EnumTagReader?,
    changes: UnsafePointer<Bool>
  ) {
    guard let tags else {
      for index in 0..<number { countSend(tag: 0, changes: changes[index]) }
      return
    }
    sent.withUnsafeMutableBufferPointer { sent in
      changed.withUnsafeMutableBufferPointer { changed in
        guard let sent = sent.baseAddress, let changed = changed.baseAddress else { return }
        tags.count(first, number, stride: stride, in: sent, changes, in: changed)
      }
    }
  }

  mutating func countDelivery(tag: Int) { delivered[tag] += 1 }

  /// The outcomes by endpoint, the most frequent first.
  var outcomes: [OutcomeCount] {
    counted.sorted { ($0.endpoint, -$0.count, $0.outcome) < ($1.endpoint, -$1.count, $1.outcome) }
  }

  /// Takes another outcome of one that was counted before into the counts.
  mutating func count(outcomeAt place: Int) { counted[place].count += 1 }

  /// Takes outcomes into the counts, and says where they are counted; nil where no more are told
  /// apart.
  @discardableResult
  mutating func count(_ other: OutcomeCount) -> Int? {
    if let index = counted.firstIndex(where: {
      $0.endpoint == other.endpoint && $0.outcome == other.outcome
    }) {
      counted[index].count += other.count
      return index
    }
    if counted.count == Self.outcomeLimit { return nil }
    counted.append(other)
    return counted.count - 1
  }

  /// Takes in which calls of other endpoints are pending while one of an endpoint is resolved.
  mutating func countPairs(_ endpoint: Endpoint, of effect: Int, in before: Configuration) {
    let entries = before.ledger.entries
    // By index: iterating would copy each entry and each call.
    for index in entries.indices where entries[index].id != effect {
      guard let node = entries[index].state?.node, node.onlyEndpoint !== endpoint
      else { continue }
      for place in node.calls.indices {
        let other = node.calls[place].endpoint
        if other !== endpoint && other.name != endpoint.name {
          pairs.count(resolved: endpoint.name, pending: other.name)
        }
      }
    }
  }

  /// Adds what was counted elsewhere, later.
  mutating func add(_ other: StepCoverage) {
    for index in sent.indices {
      sent[index] += other.sent[index]
      changed[index] += other.changed[index]
      delivered[index] += other.delivered[index]
    }
    for outcome in other.counted { count(outcome) }
    pairs.add(other.pairs)
  }
}
