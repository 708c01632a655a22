import TransitionSystems

/// What the walks of a fuzzing run have met.
struct Coverage<Action> {
  private let reflection = EnumReflection<Action>()
  private(set) var events = Array(repeating: 0, count: EventKind.allCases.count)
  /// By case of Action: how often sent from outside, and how often by an effect.
  private var sent: [Int]
  private var delivered: [Int]
  /// By endpoint: how often resolved with a value and with an error.
  private(set) var outcomes: [(endpoint: Endpoint, values: Int, errors: Int)] = []
  private(set) var longestInFlight = 0

  init() {
    sent = Array(repeating: 0, count: max(1, reflection?.cases.count ?? 1))
    delivered = sent
  }

  var total: Int { events.reduce(0, +) }

  mutating func count(
    _ event: Event<Action>, _ reduced: [Action], inFlight: Int
  ) {
    events[event.kind.rank] += 1
    longestInFlight = max(longestInFlight, inFlight)
    guard let reflection else { return }
    var rest = reduced[...]
    if case .send = event, let first = rest.popFirst() { sent[reflection.tag(of: first)] += 1 }
    for action in rest { delivered[reflection.tag(of: action)] += 1 }
  }

  mutating func count(outcome isFailure: Bool, of endpoint: Endpoint) {
    let index = outcomes.firstIndex { $0.endpoint === endpoint }
    if let index {
      if isFailure { outcomes[index].errors += 1 } else { outcomes[index].values += 1 }
    } else {
      outcomes.append((endpoint, isFailure ? 0 : 1, isFailure ? 1 : 0))
    }
  }

  /// By case of Action, in declared order: how often sent from outside and how often by effects.
  var actions: [(name: String, sent: Int, delivered: Int)] {
    (reflection?.cases ?? []).enumerated().map { ($1.name, sent[$0], delivered[$0]) }
  }

  /// Whether effects were seen to send a case.
  func isDelivered(tag: Int) -> Bool { delivered.indices.contains(tag) && delivered[tag] > 0 }

  mutating func add(_ other: Coverage) {
    for index in events.indices { events[index] += other.events[index] }
    for index in sent.indices {
      sent[index] += other.sent[index]
      delivered[index] += other.delivered[index]
    }
    longestInFlight = max(longestInFlight, other.longestInFlight)
  }
}
