import TransitionSystems

/// What the walks of a fuzzing run have met.
struct Coverage {
  private let cases: ActionCases
  private(set) var events = Array(repeating: 0, count: EventKind.allCases.count)
  /// By case of Any: how often sent from outside, and how often by an effect.
  private var sent: [Int]
  private var delivered: [Int]
  /// By endpoint: how often resolved with a value and with an error.
  private(set) var outcomes: [(endpoint: Endpoint, values: Int, errors: Int)] = []
  private(set) var longestInFlight = 0

  init(_ cases: ActionCases) {
    self.cases = cases
    sent = Array(repeating: 0, count: cases.names.count)
    delivered = sent
  }

  var total: Int { events.reduce(0, +) }

  mutating func count(
    _ event: Event, _ reduced: [Any], inFlight: Int
  ) {
    events[event.kind.rank] += 1
    longestInFlight = max(longestInFlight, inFlight)
    let isSend = event.kind == .send
    for place in reduced.indices {
      let tag = cases.tag(reduced[place])
      if isSend && place == 0 { sent[tag] += 1 } else { delivered[tag] += 1 }
    }
  }

  mutating func count(outcome isFailure: Bool, of endpoint: Endpoint) {
    let index = outcomes.firstIndex { $0.endpoint === endpoint }
    if let index {
      if isFailure { outcomes[index].errors += 1 } else { outcomes[index].values += 1 }
    } else {
      outcomes.append((endpoint, isFailure ? 0 : 1, isFailure ? 1 : 0))
    }
  }

  /// By case of Any, in declared order: how often sent from outside and how often by effects.
  var actions: [(name: String, sent: Int, delivered: Int)] {
    cases.names.enumerated().map { ($1, sent[$0], delivered[$0]) }
  }

  /// Whether effects were seen to send a case.
  func isDelivered(tag: Int) -> Bool { delivered.indices.contains(tag) && delivered[tag] > 0 }

}
