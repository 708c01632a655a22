import Foundation
import Reducers
import TransitionSystems

/// Searches a spec's configurations exhaustively, breadth first.
struct Explorer {
  let run: SpecRun
  private(set) var limits: ExplorationLimits
  /// Asked after each round: why to stop, if so.
  var isOver: (Progress) -> SearchStop? = { _ in nil }
  /// Where to keep how far the search is, and what to go on from.
  var checkpoints = Checkpointing()
  /// Configurations that a worker takes at once, and how many times that between two looks at the
  /// limits; nil for what is usual.
  var pace: (slice: Int, round: Int)?

  /// How far a search is.
  struct Progress {
    let depth: Int
    let configurations: Int
    let generated: Int
    let frontier: Int
    let bytes: Int
    /// Whether the configurations of a checkpoint are made again.
    let isFollowing: Bool
  }

  var model: FeatureModel { run.model }

  /// Searches until the space closes, a limit is reached, or every property is decided.
  ///
  /// - Throws: ``CheckpointError`` where it cannot go on from the checkpoint it is to go on from.
  func explore() throws -> Exploration {
    let result = try exploreTogether()
    guard result.workers > 1, result.reachesAcrossThreads else { return result }
    var alone = self
    alone.limits.workers = 1
    return try alone.exploreTogether()
  }

  private func exploreTogether() throws -> Exploration {
    var start = checkpoints.start
    if run.machine.journal.lastMove == .max, start?.head.isPlain ?? true {
      if let plain = try explorePlain(from: start), try isPure { return plain }
      start = nil
    }
    var machine = run.machine
    if let start { machine.learn(start.head.knowledge) }
    while true {
      let before = machine.revision
      let result = try explore(machine, from: start)
      // Absolute time, say, turned out to matter: the keys so far may have left it out.
      if machine.revision == before { return result }
      machine = machine.relearned()
      start = nil
    }
  }

  // MARK: The abstract machine

  private func explore(_ machine: Machine, from start: Checkpoint? = nil) throws -> Exploration {
    let fields = model.types?.fields ?? FieldPlans(of: Void.self)
    let recordsGraph = machine is Simulation && model.properties.contains { $0.kind.isLiveness }
    // A runtime of one's own is one thread's, and which effects are audited together is to be the
    // same each time.
    let isForOne = !(machine is Simulation) || limits.lookAhead != nil
    let pool = WorkerPool(isForOne ? 1 : workers)
    // What several threads know of effects stays with them: the machine goes on to be used by one.
    let leader = pool.count == 1 ? machine : machine.relearned()
    let simulation = leader as? Simulation
    simulation?.shapes.lookAhead = limits.lookAhead.map { LookAhead(calls: $0) }
    let systems = pool.map { worker in
      let own = worker == 0 ? leader : simulation.map { Simulation(beside: $0) } ?? leader
      return FeatureSystem(
        own, limits, fields: fields, graph: recordsGraph ? GraphRecorder(own) : nil)
    }
    let graph = recordsGraph ? SpaceGraph(systems.compactMap(\.recorder)) : nil
    let store = ConfigurationStore(limits.isCompact ? .compact : .exact, workers: pool.count)
    let search = BreadthFirstSearch(
      systems, store, limits: searchLimits(slice: Self.featureSlice)
    ) { pool.run($0, meanwhile: signOfLife(of: systems.map(\.machine.journal))) }
    let revision = machine.revision
    let account = SearchAccount(machine, after: start?.head, by: checkpoints.build)
    if let start {
      try follow(start, search, machine)
      try graph?.follow(start, of: model.name)
    }
    for system in systems { system.auditsBefore = account.earlier?.tally.audits ?? 0 }
    let end = search.run {
      if systems.contains(where: { $0.machine.revision != revision }) {
        return SearchStop(.useless, "another revision")
      }
      if search.visitors[0].wantsToStop { return SearchStop(.useless, "a deadly step") }
      graph?.take(search.place)
      keepIfDue(search, account, graph: graph) {
        for system in systems where system.machine !== machine {
          machine.learn(from: system.machine)
        }
        return systems.tally
      }
      return reasonToStop(search)
    }
    var result = Exploration(search, end, seconds: account.seconds)
    for system in systems where system.machine !== machine { machine.learn(from: system.machine) }
    if machine.revision != revision { return result }
    let coverage = systems.coverage
    result.take(account.tally(systems.tally), coverage)
    result.checkpoint = keep(search, end, account, graph: graph, systems.tally)
    result.isOfOneBuild = account.reservations.isEmpty
    take(coverage.reservations + account.reservations, by: machine, search, &result)
    leader.perform {
      let tracer = SearchTracer(search, leader) { leader.key($0) }
      result.findings = search.breaches.map { tracer.found($0) }
      if let graph {
        LivenessCheck(graph: graph, tracer: tracer, machine: leader).run(&result)
      }
    }
    return result
  }

  // MARK: Pictures

  /// Draws what is searched, or the part of it around a trace.
  func picture(around trace: Trace?) -> SpacePicture {
    var machine = run.machine
    while true {
      let revision = machine.revision
      let painter = SpacePainter(machine)
      (machine as? Simulation)?.shapes.lookAhead = limits.lookAhead.map { LookAhead(calls: $0) }
      let fields = FieldPlans(of: Void.self)
      let system = FeatureSystem(machine, limits, fields: fields, graph: painter)
      let store = ConfigurationStore(.exact, workers: 1)
      let search = BreadthFirstSearch([system], store, limits: limits.search) { $0(0) }
      let end = search.run {
        machine.revision == revision ? nil : SearchStop(.useless, "another revision")
      }
      if machine.revision != revision {
        machine = machine.relearned()
        continue
      }
      var picture = painter.picture
      picture.isWhole = end == .closed && search.refused == 0
      guard let trace else { return picture }
      return machine.perform {
        let tracer = SearchTracer(search, machine) { machine.key($0) }
        let taken = TraceRunner(machine: machine).run(trace, until: "nothing", recording: true)
        let nodes = taken.configurations.compactMap { tracer.place(of: $0).map(Int.init) }
        let events = taken.events.prefix(max(0, nodes.count - 1)).map {
          "\($0.kind.rawValue) \($0.subject)"
        }
        return picture.around((nodes, events))
      }
    }
  }

  // MARK: Plain models

  /// Whether the reducer answers alike when it is asked twice, as far as a short search shows: few
  /// states of a plain model are audited on the way.
  private var isPure: Bool {
    get throws {
      var short = self
      short.limits.configurations = Self.auditedConfigurations
      short.checkpoints = Checkpointing()
      return try !short.explore(run.machine.relearned()).findings.contains {
        $0.violation.kind == FindingKind.impureReducer.rawValue
      }
    }
  }

  private static var auditedConfigurations: Int { 200 }

  /// Searches the feature as a plain model; nil where it is none.
  private func explorePlain(from start: Checkpoint?) throws -> Exploration? {
    let pool = WorkerPool(workers)
    guard let systems = plainSystems(pool) else {
      if start != nil { throw CheckpointError.changed(model.name, "it is no plain model") }
      return nil
    }
    let count = systems.count
    let store = ConfigurationStore(
      limits.isCompact ? .compact : .exact, workers: count, size: model.types?.state.fixedSize)
    let search = BreadthFirstSearch(
      systems, store, limits: searchLimits(slice: Self.plainSlice)
    ) { pool.run($0, meanwhile: signOfLife(of: systems.map(\.journal))) }
    let account = SearchAccount(run.machine, after: start?.head, by: checkpoints.build)
    if let start {
      run.machine.learn(start.head.knowledge)
      try follow(start, search, run.machine)
    }
    let end = search.run {
      if systems.contains(where: { $0.visits?.gaveUp ?? false }) {
        return SearchStop(.useless, "no plain model")
      }
      for system in systems { run.machine.names.learn(from: system.names) }
      keepIfDue(search, account) { systems.tally }
      return reasonToStop(search)
    }
    guard !systems.contains(where: { $0.visits?.gaveUp ?? false }) else { return nil }
    let coverage = systems.coverage
    var result = Exploration(search, end, seconds: account.seconds)
    result.isPlain = true
    result.take(account.tally(systems.tally), coverage)
    result.checkpoint = keep(search, end, account, systems.tally)
    result.isOfOneBuild = account.reservations.isEmpty
    take(coverage.reservations + account.reservations, by: run.machine, search, &result)
    run.machine.perform {
      let tracer = SearchTracer(search, run.machine) { $0.state.words }
      result.findings = search.breaches.map { tracer.found($0) }
    }
    return result
  }

  /// The feature as a plain model, once for each worker; nil where it is none.
  private func plainSystems(_ pool: WorkerPool) -> [PlainSystem]? {
    guard let types = model.types,
      !model.properties.contains(where: { !$0.isPlain }), !model.allowsCancellation
    else { return nil }
    let systems = pool.map { worker -> PlainSystem? in
      let machine = Simulation(model)
      // A journal is written by one thread.
      if worker == 0 { machine.journal = run.machine.journal }
      return model.plainModel(machine.dependencies).map { PlainSystem($0, machine, types) }
    }
    .compactMap { $0 }
    return systems.count == pool.count ? systems : nil
  }

  /// Passes on that workers move, which journals of their own say, to the one that is watched.
  private func signOfLife(of journals: [Journal]) -> () -> Void {
    var last: UInt64 = 0
    return {
      let moves = journals.reduce(0) { $0 &+ $1.moves }
      if moves != last { run.machine.journal.noteLife() }
      last = moves
    }
  }

  private func searchLimits(slice: Int) -> SearchLimits {
    var result = limits.search
    result.sliceSize = slice
    if let pace { (result.sliceSize, result.roundSize) = pace }
    return result
  }

  /// Configurations that a worker takes at once: as few as make up for handing them out.
  private static var plainSlice: Int { 256 }
  private static var featureSlice: Int { 16 }

  private var workers: Int {
    // What copies of a state share is for one thread.
    if model.initialStates.contains(where: { !$0.notices.isEmpty })
      || !model.sharedMemories.isEmpty
    {
      return 1
    }
    return max(1, limits.workers ?? ProcessInfo.processInfo.activeProcessorCount)
  }

  // MARK: Ends

  private func reasonToStop<System>(
    _ search: BreadthFirstSearch<System>
  ) -> SearchStop? {
    if let stop = isOver(progress(of: search, isFollowing: false)) { return stop }
    guard !limits.keepsGoing, !model.properties.isEmpty else { return nil }
    let decided = Set(search.breaches.map(\.demand))
    let isDecided = model.properties.allSatisfy { decided.contains($0.demand) }
    return isDecided ? SearchStop(.decided, "every property is decided") : nil
  }

  func progress<System>(of search: BreadthFirstSearch<System>, isFollowing: Bool) -> Progress {
    Progress(
      depth: max(0, search.layers.count - 1), configurations: search.count,
      generated: search.generated, frontier: search.count - search.expanded,
      bytes: search.bytes,
      isFollowing: isFollowing)
  }
}

extension ExplorationLimits {
  var search: SearchLimits { SearchLimits(depth: depth, configurations: configurations) }
}

extension Property {
  /// What its violations have in common.
  var demand: String { "\(kind.rawValue) \(name)" }

  /// Whether it asks nothing but states.
  var isPlain: Bool { update == nil && checkStep == nil && !kind.isLiveness }
}

extension Exploration {
  /// Whether something was met that may reach from one thread into another: a reference in State, or
  /// work that escapes control.
  fileprivate var reachesAcrossThreads: Bool {
    let shared = [Shortcut.sharedState.text, Shortcut.sharedMemory.text]
    if reservations.contains(where: shared.contains) { return true }
    let kinds: [FindingKind] = [.uncontrolled, .notAFunction, .threadOrder, .impureReducer]
    return findings.contains { found in kinds.contains { $0.rawValue == found.violation.kind } }
  }
}

extension [[Int]] {
  /// The sums of what several workers have counted.
  var summed: [Int] {
    guard let first else { return [] }
    return dropFirst().reduce(first) { zip($0, $1).map(+) }
  }
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}

extension [String] {
  /// Each of them once, where it comes first.
  var withoutRepeats: [String] {
    indices.filter { index in !self[..<index].contains(self[index]) }.map { self[$0] }
  }
}
