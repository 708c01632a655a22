import Foundation
import Reducers
import TransitionSystems

/// Searches a spec's configurations exhaustively, breadth first.
struct Explorer {
  let run: SpecRun
  private(set) var limits: ExplorationLimits
  /// Asked after each round: why to stop, if so.
  var isOver: (Progress) -> String? = { _ in nil }

  /// How far a search is.
  struct Progress {
    let depth: Int
    let configurations: Int
    let generated: Int
    let frontier: Int
    let bytes: Int
  }

  private var model: FeatureModel { run.model }

  /// Searches until the space closes, a limit is reached, or every property is decided.
  func explore() -> Exploration {
    if run.machine.journal.lastMove == .max, let plain = explorePlain(), isPure { return plain }
    var machine = run.machine
    while true {
      let before = machine.revision
      let result = explore(machine)
      // Absolute time, say, turned out to matter: the keys so far may have left it out.
      if machine.revision != before {
        machine = machine.relearned()
      } else if result.workers > 1 && result.isOutOfControl {
        // What escapes control on one thread may have met the effects of another.
        var alone = self
        alone.limits.workers = 1
        return alone.explore(machine.relearned())
      } else {
        return result
      }
    }
  }

  // MARK: The abstract machine

  private func explore(_ machine: Machine) -> Exploration {
    let fields = model.types?.fields ?? FieldPlans(of: Void.self)
    let recordsGraph = machine is Simulation && model.properties.contains { $0.kind.isLiveness }
    let graph = recordsGraph ? GraphRecorder(machine) : nil
    let simulation = machine as? Simulation
    simulation?.shapes.lookAhead = limits.lookAhead.map { LookAhead(calls: $0) }
    // A graph is taken down in the order of the search, a runtime of one's own is one thread's, and
    // which effects are audited together is to be the same each time.
    let isForOne = graph != nil || simulation == nil || limits.lookAhead != nil
    let pool = WorkerPool(isForOne ? 1 : workers)
    let systems = pool.map { worker in
      let own = worker == 0 ? machine : simulation.map { Simulation(beside: $0) } ?? machine
      return FeatureSystem(own, limits, fields: fields, graph: graph)
    }
    let store = ConfigurationStore(limits.isCompact ? .compact : .exact, workers: pool.count)
    let search = BreadthFirstSearch(systems, store, limits: limits.search) { pool.run($0) }
    let revision = machine.revision
    let clock = ContinuousClock.now
    let end = search.run { _ in
      if systems.contains(where: { $0.machine.revision != revision }) { return "another revision" }
      return search.visitors[0].wantsToStop ? "a deadly step" : reasonToStop(search, store)
    }
    var result = Exploration(search, end, seconds: (ContinuousClock.now - clock).seconds)
    for other in systems.dropFirst() { machine.learn(from: other.machine) }
    if machine.revision != revision { return result }
    result.refusedByTime = systems.reduce(0) { $0 + $1.refusedByTime }
    var coverage = systems[0].coverage
    for other in systems.dropFirst() { coverage.add(other.coverage) }
    result.coverage = coverage
    result.asked = systems.map(\.asked.asked).summed
    result.substantial = systems.map(\.asked.substantial).summed
    result.reservations =
      reservations(machine, search, end, result.refusedByTime) + coverage.reservations
    machine.perform {
      let tracer = SearchTracer(search, machine) { machine.key($0) }
      result.findings = search.breaches.map { tracer.found($0) }
      if let graph {
        let check = LivenessCheck(recorder: graph, tracer: tracer, machine: machine)
        result.findings += check.run(besides: result.findings)
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
      let end = search.run { _ in machine.revision == revision ? nil : "another revision" }
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
        let nodes = taken.configurations.compactMap { tracer.number(of: $0).map(Int.init) }
        let events = taken.events.prefix(max(0, nodes.count - 1)).map {
          "\($0.kind.rawValue) \($0.subject)"
        }
        return picture.around((nodes, events))
      }
    }
  }

  // MARK: Plain models

  /// Whether the reducer answers alike when it is asked twice, as far as a short search shows: a
  /// plain model is not audited on the way.
  private var isPure: Bool {
    var short = self
    short.limits.configurations = Self.auditedConfigurations
    return !short.explore(run.machine.relearned()).findings.contains {
      $0.violation.kind == FindingKind.impureReducer.rawValue
    }
  }

  private static var auditedConfigurations: Int { 200 }

  /// Searches the feature as a plain model; nil where it is none.
  private func explorePlain() -> Exploration? {
    guard let types = model.types,
      !model.properties.contains(where: { !$0.isPlain }), !model.allowsCancellation
    else { return nil }
    let pool = WorkerPool(workers)
    let count = pool.count
    let machines = pool.map { _ in
      let machine = Simulation(model)
      // A journal that several threads write says nothing.
      if count == 1 { machine.journal = run.machine.journal }
      return machine
    }
    let systems = machines.compactMap { machine -> PlainSystem? in
      model.plainModel(machine.dependencies).map { PlainSystem($0, machine, types) }
    }
    guard systems.count == count else { return nil }
    let store = ConfigurationStore(limits.isCompact ? .compact : .exact, workers: count)
    let search = BreadthFirstSearch(systems, store, limits: limits.search) { pool.run($0) }
    let clock = ContinuousClock.now
    let end = search.run { _ in
      systems.contains { $0.visits?.gaveUp ?? false }
        ? "no plain model" : reasonToStop(search, store)
    }
    let visits = systems.compactMap(\.visits)
    guard !visits.contains(where: \.gaveUp) else { return nil }
    var result = Exploration(search, end, seconds: (ContinuousClock.now - clock).seconds)
    result.isPlain = true
    result.coverage = visits[0].coverage
    for other in visits.dropFirst() { result.coverage?.add(other.coverage) }
    result.asked = visits.map(\.checker.asked).summed
    result.substantial = visits.map(\.checker.substantial).summed
    result.reservations =
      reservations(run.machine, search, end, 0) + (result.coverage?.reservations ?? [])
    run.machine.perform {
      let tracer = SearchTracer(search, run.machine) { $0.state.words }
      result.findings = search.breaches.map { tracer.found($0) }
    }
    return result
  }

  private var workers: Int {
    max(1, limits.workers ?? ProcessInfo.processInfo.activeProcessorCount)
  }

  // MARK: Ends

  private func reasonToStop<System>(
    _ search: BreadthFirstSearch<System>, _ store: ConfigurationStore
  ) -> String? {
    let progress = Progress(
      depth: max(0, search.layers.count - 1), configurations: search.count,
      generated: search.generated, frontier: search.count - search.expanded,
      bytes: store.bytes(writers: search.visitors.map(\.writer)))
    if let reason = isOver(progress) { return reason }
    guard !limits.keepsGoing, !model.properties.isEmpty else { return nil }
    let decided = Set(search.breaches.map(\.demand))
    let isDecided = model.properties.allSatisfy { decided.contains($0.demand) }
    return isDecided ? "every property is decided" : nil
  }

  /// What keeps a search that found nothing from being a proof.
  private func reservations<System>(
    _ machine: Machine, _ search: BreadthFirstSearch<System>, _ end: SearchEnd, _ refusedByTime: Int
  ) -> [String] {
    var result: [String] = []
    switch end {
    case .closed: break
    case .depth: result.append("the search went to a depth of \(limits.depth ?? 0) events")
    case .configurations:
      result.append("the search stopped at \(grouped(search.count)) configurations")
    case .stopped(let reason): result.append("the search stopped: \(reason)")
    }
    if search.refused > 0 {
      result.append(
        "at most \(model.maxInFlight) effects in flight, and as many that drain "
          + "(steps past that, not taken: \(grouped(search.refused)))")
    }
    if refusedByTime > 0, let most = limits.virtualTime {
      result.append("virtual time up to \(most)")
    }
    if limits.isCompact { result.append(odds(search)) }
    for source in model.sources where !source.isWhole {
      result.append(
        "of the payloads of \(source.name) only the first "
          + "\(source.enumerate(model.initialStates[0]).count) were sent")
    }
    return result + machine.reservations
  }

  private func odds<System>(_ search: BreadthFirstSearch<System>) -> String {
    let pairs = Double(search.count) * Double(search.generated - search.count) / 2
    let odds = pairs / 18_446_744_073_709_551_616
    return "compact store: a configuration was missed with odds of at most "
      + String(format: "%.1e", odds)
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
  /// Whether something was found that may reach from one thread into another.
  fileprivate var isOutOfControl: Bool {
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
