import TransitionSystems

/// What a search came to.
struct Exploration {
  /// Configurations by depth: the first entry counts the initial ones.
  var layers: [Int]
  /// Configurations met, each counted once.
  let configurations: Int
  /// Initial configurations and steps taken, those to known configurations included.
  let generated: Int
  /// Steps not taken since they led past a limit of the spec's.
  let refused: Int
  var refusedByTime = 0
  let end: SearchEnd
  let seconds: Double
  /// Bytes kept of what was met: table, encodings, steps from parents.
  let bytes: Int
  let workers: Int
  var isPlain = false
  var coverage: ExplorationCoverage?
  /// By property: how often it was asked, and how often its premise held.
  var asked: [Int] = []
  var substantial: [Int] = []
  /// What was found, the first of each demand.
  var findings: [Found] = []
  /// What keeps a search that found nothing from being a proof.
  var reservations: [String] = []
  /// Whether nothing that was met can have been taken for something else.
  var isExact = true
  /// Whether this executable has searched all of it.
  var isOfOneBuild = true

  /// What became of writing down how far the search is; nil where it came to its end.
  var checkpoint: Kept?

  /// How far a search is, in a file or not.
  struct Kept {
    let file: String
    /// The arguments of the command that goes on from it.
    let arguments: String
    /// Why it is not there; nil where it is.
    let problem: String?
  }

  /// A demand that is broken, or a `.reachable` that is reached, and how to get there.
  struct Found {
    let violation: Violation
    let path: Path
    /// Where the trace goes on for ever, how many of its last events are repeated.
    var cycle = 0
  }

  /// Whether nothing was left to meet.
  var isClosed: Bool { end == .closed }

  /// The longest shortest way to a configuration.
  var depth: Int { max(0, layers.count - 1) }

  init<System>(_ search: BreadthFirstSearch<System>, _ end: SearchEnd, seconds: Double) {
    layers = search.layers
    configurations = search.count
    generated = search.generated
    refused = search.refused
    self.end = end
    self.seconds = seconds
    bytes = search.bytes
    workers = search.visitors.count
  }

  /// Takes over what was counted.
  mutating func take(_ tally: ExplorationTally, _ coverage: ExplorationCoverage) {
    self.coverage = coverage
    self.coverage?.steps = tally.steps
    asked = tally.asked
    substantial = tally.substantial
    refusedByTime = tally.refusedByTime
  }
}
