import TransitionSystems

/// How far a search of a spec is: what another process needs to go on as if it had not stopped.
///
/// It holds events, not states: whoever goes on makes each configuration again, once.
struct Checkpoint {
  var head: CheckpointHead
  /// How each configuration was reached.
  var steps: SearchSteps
  /// The graph that liveness is decided on, of the configurations that were expanded; empty where
  /// there is nothing to decide.
  var graph: [UInt8] = []
}

/// What a checkpoint says of a search besides how its configurations were reached.
struct CheckpointHead: Codable, Equatable {
  let search: SearchIdentity
  let isPlain: Bool
  /// The executables that took part, each by its checksum.
  var builds: [String]
  let knowledge: Machine.Knowledge
  let tally: ExplorationTally
  /// How many configurations each complete layer has.
  let layers: [Int]
  let configurations: Int
  /// The place of the first configuration that was not expanded.
  let expanded: Int
  let generated: Int
  let refused: Int
  let breaches: [StoredBreach]
  /// Moves of the machine, by which a deadly one is found again.
  let moves: UInt64
  /// Time spent on the search.
  let seconds: Double
  /// What the numbers in the graph mean; nil where there is none.
  let graph: SpaceGraph.Tables?

  /// A demand that is broken, and by which step of which configuration.
  struct StoredBreach: Codable, Equatable {
    let parent: UInt32
    let ordinal: UInt64
    let violation: Violation
  }
}

extension Checkpoint {
  /// What the search goes on from.
  var search: SearchCheckpoint {
    SearchCheckpoint(
      steps: steps, layers: head.layers, expanded: head.expanded, generated: head.generated,
      refused: head.refused,
      breaches: head.breaches.map {
        Breach(
          demand: $0.violation.demand, parent: $0.parent, ordinal: $0.ordinal,
          detail: $0.violation)
      })
  }
}

extension Breach {
  var stored: CheckpointHead.StoredBreach? {
    (detail as? Violation).map { .init(parent: parent, ordinal: ordinal, violation: $0) }
  }
}

extension SpaceGraph {
  /// Begins with the graph of a checkpoint.
  ///
  /// - Throws: ``CheckpointError`` where there is none, or one of other configurations.
  func follow(_ start: Checkpoint, of spec: String) throws {
    guard let tables = start.head.graph, begin(with: tables, start.graph),
      count == start.head.expanded
    else { throw CheckpointError.changed(spec, "there is no graph of what was expanded") }
  }
}

/// A checkpoint that cannot be written, or not be gone on from, and why.
struct CheckpointError: Error, CustomStringConvertible {
  let description: String

  static func changed(_ spec: String, _ how: String) -> Self {
    Self(
      description:
        "The feature \(spec) is not the one that the checkpoint is of: \(how). Go on with "
        + "the executable that wrote it, or search anew, without --resume. The checkpoint is as it "
        + "was.")
  }
}
