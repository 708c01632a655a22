import Reducers
import TransitionSystems

/// A feature whose effects run in a runtime of their own, checked by replay.
///
/// A configuration is known by the events that led to it. The machine goes on from where its
/// live run stands when that is the configuration asked for, and else starts over.
final class ReplayMachine: Machine {
  private var live: LiveRun?
  private var position: [Int] = []
  private var lastStep = 0
  private var steps: [Int: (event: Event, decisions: [Int])] = [:]

  init(_ model: FeatureModel) { super.init(model, World()) }

  override func relearned() -> Machine {
    let machine = ReplayMachine(model)
    machine.learn(from: self)
    machine.journal = journal
    return machine
  }

  override var isExact: Bool { false }

  override var reservations: [String] {
    super.reservations + ["the effects' own runtime may keep what nobody sees"]
  }

  override func start(from state: ErasedState) -> Configuration {
    let run = restart(from: state)
    var configuration = run.configuration
    configuration.origin = state
    return configuration
  }

  private func restart(from state: ErasedState) -> LiveRun {
    live?.end()
    world.draws = Draws()
    world.now = .zero
    let run = LiveRun(model, world, from: state)
    live = run
    position = []
    return run
  }

  /// The state, and what is in flight with all that can be seen of it: what the runtime knows besides
  /// cannot be.
  override func encodeKey(of c: Configuration) {
    encoder.removeAll()
    encoder.appendBlock(c.state.words)
    for memory in c.monitors { encoder.appendBlock(dynamic: memory) }
    encoder.appendBlock(dynamic: c.model)
    encoder.appendBlock(dynamic: c.orphans.map(\.text))
    if world.timeWasRead { encoder.appendBlock(dynamic: c.now) }
    var groups: [Int] = []
    for entry in c.ledger.entries {
      if !groups.contains(entry.group) { groups.append(entry.group) }
      encoder.append(UInt64(groups.firstIndex(of: entry.group) ?? 0))
      encoder.append(entry.phase == .draining ? 1 : 0)
      encoder.appendBlock(dynamic: entry.startedBy as Any)
      encoder.appendBlock(dynamic: entry.ids.map(\.text))
      encodeStanding(of: entry)
    }
  }

  /// What an effect waits for, in order.
  private func encodeStanding(of entry: EffectLedger.Entry) {
    guard let running = entry.state else { return encoder.append(0) }
    encoder.append(UInt64(running.node.calls.count))
    for call in running.node.calls {
      encoder.appendBlock(dynamic: call.text)
      encoder.appendBlock(dynamic: call.inner.map(\.text))
      encoder.appendBlock(
        dynamic: running.sleeps.first { $0.call == call.serial }?.remaining as Any)
      encoder.appendBlock(
        running.served.first { $0.call == call.serial }?.outcome.words ?? [])
    }
    encoder.appendBlock(dynamic: running.node.sends.map(\.action))
  }

  override func apply(
    _ event: Event, to configuration: inout Configuration,
    decisions: Decisions
  ) -> Report {
    let run = run(at: configuration)
    let report = run.apply(event, late: [], decisions: decisions)
    lastStep += 1
    steps[lastStep] = (event, report.decisions.significant)
    position.append(lastStep)
    let (origin, monitors) = (configuration.origin, configuration.monitors)
    configuration = run.configuration
    configuration.origin = origin
    configuration.monitors = monitors
    configuration.steps = position
    return report
  }

  /// The live run, brought to a configuration.
  private func run(at configuration: Configuration) -> LiveRun {
    if let live, position == configuration.steps { return live }
    guard let origin = configuration.origin else {
      preconditionFailure("Internal error: a configuration that nothing led to")
    }
    let run = restart(from: origin)
    for step in configuration.steps {
      guard let (event, decisions) = steps[step] else { continue }
      _ = run.apply(event, late: [], decisions: .scripted(decisions))
    }
    position = configuration.steps
    return run
  }
}
