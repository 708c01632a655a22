import TransitionSystems

extension Explorer {
  // MARK: Going on

  /// Makes the configurations of a checkpoint again, in a search that has not begun.
  ///
  /// - Throws: ``CheckpointError`` where they are not what they were.
  func follow<System>(
    _ start: Checkpoint, _ search: BreadthFirstSearch<System>, _ machine: Machine
  ) throws {
    let journal = run.machine.journal
    let revision = machine.revision
    journal.stage = .following
    let end = search.follow(start.search) { isOver(progress(of: search, isFollowing: true)) }
    journal.stage = .idle
    journal.moves = start.head.moves
    let made = "\(grouped(search.count)) of \(grouped(start.head.configurations)) configurations"
    switch end {
    case .stopped(let stop):
      throw CheckpointError(
        description: "The search stopped when \(made) of its checkpoint were made again: "
          + "\(stop.reason). The checkpoint is as it was.")
    case nil where machine.revision == revision: return
    default:
      throw CheckpointError.changed(
        model.name, "a step leads elsewhere, or is gone (\(made) were made again)")
    }
  }

  // MARK: Keeping

  /// Writes now and then how far a search is, where that is wanted.
  func keepIfDue<System>(
    _ search: BreadthFirstSearch<System>, _ account: SearchAccount, graph: SpaceGraph? = nil,
    _ tally: () -> ExplorationTally
  ) {
    guard let writer = checkpoints.writer, writer.isDue else { return }
    write(checkpoint(of: search, account, graph, tally()), by: writer)
  }

  private func write(_ checkpoint: Checkpoint, by writer: CheckpointWriter) {
    run.machine.journal.doingOwnWork { writer.write(checkpoint) }
  }

  /// Writes how far a search is that has stopped and could go on, and says how.
  func keep<System>(
    _ search: BreadthFirstSearch<System>, _ end: SearchEnd, _ account: SearchAccount,
    graph: SpaceGraph? = nil, _ tally: ExplorationTally
  ) -> Exploration.Kept? {
    guard let writer = checkpoints.writer, end.canGoOn else { return nil }
    write(checkpoint(of: search, account, graph, tally), by: writer)
    let file = writer.file.path
    return Exploration.Kept(
      file: file, arguments: arguments(from: file, end), problem: writer.problem)
  }

  private func checkpoint<System>(
    of search: BreadthFirstSearch<System>, _ account: SearchAccount, _ graph: SpaceGraph?,
    _ tally: ExplorationTally
  ) -> Checkpoint {
    let state = search.checkpoint
    return Checkpoint(
      head: CheckpointHead(
        search: SearchIdentity(model, limits), isPlain: System.self == PlainSystem.self,
        builds: account.builds, knowledge: account.machine.knowledge,
        tally: account.tally(tally), layers: state.layers, configurations: state.steps.count,
        expanded: state.expanded, generated: state.generated, refused: state.refused,
        breaches: state.breaches.compactMap(\.stored), moves: run.machine.journal.moves,
        seconds: account.seconds, graph: graph?.tables),
      steps: state.steps, graph: graph?.bytes ?? [])
  }

  /// The arguments of the command that goes on from a file.
  private func arguments(from file: String, _ end: SearchEnd) -> String {
    var words = ["explore", model.name]
    if let inFlight = limits.inFlight { words += ["--max-in-flight", "\(inFlight)"] }
    if let time = limits.virtualTime { words += ["--max-virtual-time", time.option] }
    if limits.payloads != ExplorationLimits().payloads {
      words += ["--payloads", "\(limits.payloads)"]
    }
    if limits.isCompact { words.append("--compact") }
    if let calls = limits.lookAhead { words += ["--look-ahead", "\(calls)"] }
    if limits.keepsGoing || end.isDecided { words.append("--keep-going") }
    return (words + ["--checkpoint", file, "--resume", file]).joined(separator: " ")
  }
}

extension SearchEnd {
  /// Whether there may be more to meet.
  fileprivate var canGoOn: Bool {
    switch self {
    case .depth, .configurations: true
    case .stopped(let stop): stop.kind != .useless
    case .closed, .strayed: false
    }
  }

  fileprivate var isDecided: Bool {
    if case .stopped(let stop) = self { stop.kind == .decided } else { false }
  }
}
