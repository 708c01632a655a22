import Reducers
import TransitionSystems

/// What a search has met, counted: each configuration once, each step once.
struct ExplorationCoverage {
  var steps: StepCoverage
  /// What in a State structure cannot compare.
  private(set) var noticed: StructuralNoticeKinds = []
  private let fields: FieldPlans
  private var values: FieldValues

  private let tag: (Any) -> Int
  /// Where the outcomes of a node's calls are counted: writing them out takes longer than a step.
  private var resolutions: [Resolution: Resolved] = [:]
  private var endpoints: [Endpoint] = []
  /// Those met of late, each at a place of its own: most are met again and again.
  private var recentResolutions: [(resolution: Resolution, resolved: Resolved)?]
  private static var recentCount: Int { 64 }

  private struct Resolution: Hashable {
    let node: Int
    let call: Int
    let outcome: Int
  }

  private struct Resolved {
    let place: Int?
    // Unmanaged, for all threads share it; `endpoints` keeps it.
    let endpoint: Unmanaged<Endpoint>
  }

  /// Distinct values of one field that are told apart at most.
  static var valueLimit: Int { 1_000 }

  init(_ model: FeatureModel, fields: FieldPlans) {
    steps = StepCoverage(cases: model.cases.names.count)
    self.fields = fields
    tag = model.cases.tag
    values = FieldValues(fields, limit: Self.valueLimit)
    recentResolutions = Array(repeating: nil, count: Self.recentCount)
  }

  /// The fields of State, with how many distinct values each had.
  var distinctValues: [(name: String, count: Int)] {
    zip(fields.names, values.counts).map { ($0, $1) }
  }

  func tag(of action: Any) -> Int { tag(action) }

  /// Notes what in a state structure cannot compare.
  mutating func note(_ kinds: StructuralNoticeKinds) { noticed.formUnion(kinds) }

  /// Counts the values of a new state's fields.
  ///
  /// - Parameter parent: Where a state lies that was counted: what is the same in memory is known.
  mutating func countFields(of state: UnsafeRawPointer, madeFrom parent: UnsafeRawPointer? = nil) {
    let kinds = values.insert(at: state, unlike: parent)
    if kinds.rawValue != 0 { noticed.formUnion(kinds) }
  }
}

extension ExplorationCoverage {
  /// What in a State keeps configurations from being compared by what they hold.
  var reservations: [String] {
    noticed.isEmpty ? [] : [Shortcut.sharedState.text]
  }

  /// Takes a step of the abstract machine into the counts.
  mutating func count(
    _ event: Event, _ reduced: [Any], _ before: Configuration, changes: Bool
  ) {
    for place in reduced.indices {
      let tag = tag(of: reduced[place])
      if event.kind == .send && place == 0 {
        steps.countSend(tag: tag, changes: changes)
      } else {
        steps.countDelivery(tag: tag)
      }
    }
    if case .resolve(let effect, let call, let outcome) = event,
      let index = before.ledger.index(of: effect),
      let (node, isServed) = before.ledger.withState(
        at: index, { ($0.node.number, !$0.served.isEmpty) })
    {
      count(
        event, effect, Resolution(node: node, call: call, outcome: outcome), isServed: isServed,
        before)
    }
  }

  private mutating func count(
    _ event: Event, _ effect: Int, _ resolution: Resolution, isServed: Bool,
    _ before: Configuration
  ) {
    if !isServed, let resolved = resolved(resolution) {
      if let place = resolved.place { steps.count(outcomeAt: place) }
      return resolved.endpoint._withUnsafeGuaranteedRef {
        steps.countPairs($0, of: effect, in: before)
      }
    }
    guard let (call, outcome) = before.resolution(by: event) else { return }
    let place = outcome.flatMap {
      steps.count(.init(endpoint: call.endpoint.name, outcome: $0.text, count: 1))
    }
    if !isServed {
      if !endpoints.contains(where: { $0 === call.endpoint }) { endpoints.append(call.endpoint) }
      resolutions[resolution] = Resolved(
        place: place, endpoint: Unmanaged.passUnretained(call.endpoint))
    }
    steps.countPairs(call.endpoint, of: effect, in: before)
  }

  /// What was found out about a resolution when it was met first.
  private mutating func resolved(_ resolution: Resolution) -> Resolved? {
    let place =
      (resolution.node &* 7 &+ resolution.call &* 3 &+ resolution.outcome) & (Self.recentCount - 1)
    if let recent = recentResolutions[place], recent.resolution == resolution {
      return recent.resolved
    }
    guard let resolved = resolutions[resolution] else { return nil }
    recentResolutions[place] = (resolution, resolved)
    return resolved
  }

  /// Takes a configuration met for the first time into the counts.
  mutating func count(new configuration: Configuration) {
    configuration.state.box.withAddress { countFields(of: $0) }
  }

  /// Adds what another worker has counted.
  mutating func add(_ other: ExplorationCoverage) {
    steps.add(other.steps)
    values = values.union(other.values)
    noticed.formUnion(other.noticed)
  }
}
