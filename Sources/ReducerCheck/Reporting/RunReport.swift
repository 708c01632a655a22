/// What a run of the command came to: the facts, apart from how they are printed.
///
/// Its JSON is the command's `--format json`; `RunReport.schema` describes it. Everything in it is
/// a function of the specs, the seed and the limits, so that two runs give the same bytes.
public struct RunReport: Codable, Sendable {
  /// The version of this format.
  public var format = RunReport.currentFormat
  /// The command that was run.
  public var command: String
  /// The specs that were run, in the order they were handed over.
  public var specs: [SpecReport] = []
  /// The corpus entries that were replayed.
  public var corpus: [EntryReport] = []
  /// Whether it was interrupted before its limits were reached.
  public var isInterrupted = false

  /// The version this library writes.
  public static let currentFormat = 1
}

/// What one spec came to.
public struct SpecReport: Codable, Sendable {
  /// The spec's name.
  public var spec: String
  /// The seed of its walks.
  public var seed: UInt64
  /// Walks taken.
  public var walks = 0
  /// Events taken.
  public var events = 0
  /// Its properties, in declared order; then, for further bugs under one property, once more.
  public var properties: [DemandReport] = []
  /// What was found without a property.
  public var findings: [DemandReport] = []
  /// What the walks have met.
  public var coverage = CoverageReport()
  /// What a search came to; nil where the spec was fuzzed.
  public var exploration: ExplorationReport?
  /// What a person should know: what is not sent from outside, what could not be confirmed.
  public var notes: [String] = []
  /// Why it could not be run; nil if it could.
  public var error: String?
}

/// What is known of a property, or of something found without one.
public struct DemandReport: Codable, Sendable {
  /// The spec's name.
  public var spec: String
  /// The property's name; for a finding, its message.
  public var property: String
  /// The property's kind, or the finding's.
  public var kind: String
  /// `proved`, `held`, `falsified`, `reached` or `inconclusive`.
  public var verdict: Verdict
  /// The number of events of the counterexample.
  public var length: Int?
  /// The counterexample.
  public var events: [EventReport] = []
  /// The initial state it starts from, by its place in the spec.
  public var start = 0
  /// The seed it was found with.
  public var seed: UInt64
  /// The reason the property gave.
  public var reason: String?
  /// What is in flight after the last event.
  public var inFlight: [String] = []
  /// How many events the walk had that found it.
  public var shrunkFrom: Int?
  /// How it is known to be minimal.
  public var minimality: String?
  /// How many of the last events may repeat for ever; nil where the trace ends.
  public var cycle: Int?
  /// What tells it from another bug under the same property.
  public var signature: String?
  /// The file it was written to.
  public var file: String?
  /// The corpus entry that knows it.
  public var known: String?
  /// How often the property was asked, and how often its premise held.
  public var asked = 0
  /// How often its premise held.
  public var substantial = 0
  /// What went wrong on our side, if the live store disagreed.
  public var internalError: String?

  /// What may be said of a demand.
  public enum Verdict: String, Codable, Sendable {
    /// No violation in all there is: the space closed, and no limit was hit.
    case proved
    /// No violation within the stated limits.
    case held
    /// A counterexample was found.
    case falsified
    /// A `.reachable` was reached.
    case reached
    /// Nothing can be said: a `.reachable` was not reached, not all was under control, or nothing
    /// ever happened.
    case inconclusive
  }
}

/// One event of a counterexample, and what it did.
public struct EventReport: Codable, Sendable {
  /// The kind of event.
  public var kind: EventKind
  /// What it is about.
  public var text: String
  /// The fields of the state it changed.
  public var changes: [String] = []
  /// Which of several pending it completed, and what else was chosen inside the step.
  public var note: String?
  /// What it takes to replay it.
  public var stored: StoredEvent
}

/// What the walks of a run have met.
public struct CoverageReport: Codable, Sendable {
  /// Events by kind.
  public var events: [Count] = []
  /// Cases of Action: how often sent from outside, and how often by effects.
  public var actions: [ActionCount] = []
  /// Endpoints: how often resolved with a value, and how often with an error.
  public var endpoints: [EndpointCount] = []
  /// The most effects in flight at once.
  public var mostInFlight = 0

  /// A number of something.
  public struct Count: Codable, Sendable {
    /// What is counted.
    public var name: String
    /// How often it happened.
    public var count: Int
  }

  /// How often a case of Action was reduced.
  public struct ActionCount: Codable, Sendable {
    /// The case.
    public var name: String
    /// How often the outside sent it.
    public var sent: Int
    /// How often an effect sent it.
    public var delivered: Int
  }

  /// How often calls of an endpoint were resolved.
  public struct EndpointCount: Codable, Sendable {
    /// The endpoint.
    public var name: String
    /// How often with a value.
    public var values: Int
    /// How often with an error.
    public var errors: Int
  }
}

/// What the replay of a corpus entry came to.
public struct EntryReport: Codable, Sendable {
  /// The entry's file.
  public var file: String
  /// What it said.
  public var outcome: Outcome
  /// Why, in a sentence.
  public var message: String
  /// The counterexample, where it still fails.
  public var demand: DemandReport?

  /// What may become of an entry.
  public enum Outcome: String, Codable, Sendable {
    /// A `fixed` entry holds, or an `open` one fails, as it says.
    case asExpected
    /// A `fixed` entry fails again.
    case failsAgain
    /// An `open` entry holds now.
    case noLongerFails
    /// The entry no longer fits the feature, or cannot be read.
    case stale
  }
}
