import TransitionSystems

/// What a search of a spec's configurations came to.
public struct ExplorationReport: Codable, Sendable {
  /// Configurations met, each counted once.
  public var distinct: Int
  /// Initial configurations and steps taken, those to known configurations included.
  public var generated: Int
  /// The longest shortest way to a configuration, in events.
  public var depth: Int
  /// New configurations by depth, the initial ones first.
  public var frontierByDepth: [Int]
  /// Whether nothing was left to meet.
  public var isClosed: Bool
  /// What stopped it before that; nil where nothing did.
  public var stop: Stop?
  /// The arguments of the command that goes on from its checkpoint; nil where it has none.
  public var resume: String?
  /// What keeps the search from being a proof; empty where nothing does.
  public var reservations: [String]
  /// Whether the feature was searched as a plain model: it has no effects.
  public var isPlain: Bool
  /// Threads that searched.
  public var workers: Int
  /// Wall time.
  public var seconds: Double
  /// Bytes kept of what was met: table, encodings, links.
  public var bytes: Int
  /// Cases of Action.
  public var actions: [ActionCoverage] = []
  /// Outcomes of endpoints, in the order met.
  public var outcomes: [OutcomeCoverage] = []
  /// Stored properties of State: how many values each had.
  public var fields: [CoverageReport.Count] = []
  /// Endpoints with calls pending together, and in which order they were resolved.
  public var pairs: [PairReport] = []

  /// What stops a search that has more to meet.
  public enum Stop: String, Codable, Sendable {
    /// The deepest layer allowed was reached.
    case depth
    /// As many configurations as allowed were met.
    case configurations
    case time
    case memory
    case interruption
    /// Every property was decided.
    case decided
    /// What was found makes it useless to go on, as a step that the process dies of.
    case useless

    /// Whether it came before an answer, and not as the command asked for.
    var isPremature: Bool { [.time, .memory, .interruption].contains(self) }
  }

  /// How often a case of Action was sent, and what came of it.
  public struct ActionCoverage: Codable, Sendable {
    /// The case.
    public var name: String
    /// Configurations it was sent in.
    public var sent: Int
    /// Those in which it changed something.
    public var changed: Int
    /// How often effects sent it.
    public var delivered: Int
  }

  /// How often a call had an outcome.
  public struct OutcomeCoverage: Codable, Sendable {
    /// The endpoint.
    public var endpoint: String
    /// The outcome as reports print it.
    public var outcome: String
    /// How often.
    public var count: Int
  }

  /// Two endpoints whose calls were pending together, in different effects.
  public struct PairReport: Codable, Sendable {
    /// The first by name.
    public var one: String
    /// The second by name.
    public var other: String
    /// Steps that resolved the first while the second was pending.
    public var oneFirst: Int
    /// Steps that resolved the second while the first was pending.
    public var otherFirst: Int
  }
}

extension ExplorationReport {
  init(_ result: Exploration, _ model: FeatureModel) {
    distinct = result.configurations
    generated = result.generated
    depth = result.depth
    frontierByDepth = result.layers
    isClosed = result.isClosed
    stop = result.end.stop
    resume = result.checkpoint.flatMap { $0.problem == nil ? $0.arguments : nil }
    reservations = result.reservations
    isPlain = result.isPlain
    workers = result.workers
    seconds = result.seconds
    bytes = result.bytes
    guard let coverage = result.coverage else { return }
    let steps = coverage.steps
    actions = model.cases.names.indices.map { tag in
      ActionCoverage(
        name: model.cases.names[tag], sent: steps.sent[tag], changed: steps.changed[tag],
        delivered: steps.delivered[tag])
    }
    outcomes = steps.outcomes.map {
      OutcomeCoverage(endpoint: $0.endpoint, outcome: $0.outcome, count: $0.count)
    }
    fields = coverage.distinctValues.map { .init(name: $0.name, count: $0.count) }
    pairs = steps.pairs.sorted.map { pair, count in
      PairReport(
        one: pair.one, other: pair.other, oneFirst: count.oneFirst, otherFirst: count.otherFirst)
    }
  }
}

extension SearchEnd {
  fileprivate var stop: ExplorationReport.Stop? {
    switch self {
    case .closed: nil
    case .depth: .depth
    case .configurations: .configurations
    case .strayed: .useless
    case .stopped(let stop):
      switch stop.kind {
      case .time: .time
      case .memory: .memory
      case .interruption: .interruption
      case .decided: .decided
      case .useless: .useless
      }
    }
  }
}
