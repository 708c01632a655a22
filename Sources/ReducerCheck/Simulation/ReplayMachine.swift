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

  /// The state, and what is pending: what the runtime knows besides cannot be seen.
  override func encodeKey(of c: Configuration) {
    encoder.removeAll()
    encoder.appendBlock(c.state.words)
    for memory in c.monitors { encoder.appendBlock(dynamic: memory) }
    for text in c.effectsPicture.sorted() { encoder.appendBlock(dynamic: text) }
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
