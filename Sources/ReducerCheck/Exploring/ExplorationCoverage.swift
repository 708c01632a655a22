import Reducers
import TransitionSystems

/// What a search has met, counted: each configuration once, each step once.
struct ExplorationCoverage {
  /// By case of Action: steps that sent it, and those of them that changed something.
  private(set) var sent: [Int]
  private(set) var changed: [Int]
  /// By case of Action: how often an effect delivered it.
  private(set) var delivered: [Int]
  private(set) var events = Array(repeating: 0, count: EventKind.allCases.count)
  private(set) var outcomes: [OutcomeCount] = []
  private(set) var pairs = PairCoverage()
  private(set) var mostInFlight = 0
  /// What in a State structure cannot compare.
  private(set) var noticed: StructuralNoticeKinds = []
  private let fields: FieldPlans
  private var values: [Set<UInt64>]
  private var encoder = EncoderBox()

  private let tag: (Any) -> Int

  /// Different outcomes that are counted at most.
  private static var outcomeLimit: Int { 200 }
  /// Distinct values of one field that are told apart at most.
  static var valueLimit: Int { 1_000 }

  struct OutcomeCount {
    let endpoint: String
    let outcome: String
    let isFailure: Bool
    var count: Int
  }

  /// An encoder that copies of the coverage share.
  private final class EncoderBox {
    @exclusivity(unchecked) var encoder = StructuralEncoder()
  }

  init(_ model: FeatureModel, fields: FieldPlans) {
    sent = Array(repeating: 0, count: model.cases.names.count)
    changed = sent
    delivered = sent
    self.fields = fields
    tag = model.cases.tag
    values = Array(repeating: [], count: fields.names.count)
  }

  /// The fields of State, with how many distinct values each had.
  var distinctValues: [(name: String, count: Int)] {
    zip(fields.names, values).map { ($0, $1.count) }
  }

  func tag(of action: Any) -> Int { tag(action) }

  mutating func countSend(tag: Int, changes: Bool) {
    sent[tag] &+= 1
    if changes { changed[tag] &+= 1 }
  }

  mutating func countFields(of state: UnsafeRawPointer) {
    for index in values.indices where values[index].count < Self.valueLimit {
      values[index].insert(fields.fingerprint(index, at: state, &encoder.encoder))
      noticed.formUnion(encoder.encoder.noticeKinds)
    }
  }
}

extension ExplorationCoverage {
  /// What in a State keeps configurations from being compared by what they hold.
  var reservations: [String] {
    noticed.isEmpty ? [] : ["State holds a reference or a closure, which is compared by identity"]
  }

  /// Takes a step of the abstract machine into the counts.
  mutating func count(
    _ event: Event, _ reduced: [Any], _ before: Configuration, changes: Bool
  ) {
    events[event.kind.rank] += 1
    for place in reduced.indices {
      let tag = tag(of: reduced[place])
      if event.kind == .send && place == 0 {
        countSend(tag: tag, changes: changes)
      } else {
        delivered[tag] += 1
      }
    }
    guard case .resolve(let effect, _, _) = event,
      let (call, outcome) = before.resolution(by: event)
    else { return }
    if let outcome { count(outcome, of: call.endpoint.name) }
    countPairs(call.endpoint.name, effect, before)
  }

  private mutating func count(_ outcome: AnyOutcome, of endpoint: String) {
    let text = outcome.text
    if let index = outcomes.firstIndex(where: { $0.endpoint == endpoint && $0.outcome == text }) {
      outcomes[index].count += 1
    } else if outcomes.count < Self.outcomeLimit {
      outcomes.append(
        OutcomeCount(
          endpoint: endpoint, outcome: text, isFailure: outcome.isFailure, count: 1))
    }
  }

  private mutating func countPairs(_ name: String, _ effect: Int, _ before: Configuration) {
    for entry in before.ledger.entries where entry.id != effect {
      guard let node = entry.state?.node else { continue }
      for call in node.calls where call.endpoint.name != name {
        pairs.count(resolved: name, pending: call.endpoint.name)
      }
    }
  }

  /// Takes a configuration met for the first time into the counts.
  mutating func count(new configuration: Configuration) {
    mostInFlight = max(mostInFlight, configuration.ledger.countInFlight)
    configuration.state.box.withAddress { countFields(of: $0) }
  }

  /// Adds what another worker has counted.
  mutating func add(_ other: ExplorationCoverage) {
    for index in sent.indices {
      sent[index] += other.sent[index]
      changed[index] += other.changed[index]
      delivered[index] += other.delivered[index]
    }
    for index in events.indices { events[index] += other.events[index] }
    for index in values.indices { values[index].formUnion(other.values[index]) }
    noticed.formUnion(other.noticed)
  }
}
