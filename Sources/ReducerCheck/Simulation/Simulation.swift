import ControlledExecution
import Reducers
import TransitionSystems

/// A feature as a transition system: the abstract machine of reducer, effects and environment.
///
/// Configurations are values; ``apply(_:to:decisions:)`` moves one by an event. The machine drives
/// the same ``EffectLedger`` as the live store, with nodes of automata where the store has tasks.
/// It belongs to the thread that made it.
final class Simulation: Machine {
  let automata: Automata
  let shapes: Shapes
  /// What the simulations of several threads have in common.
  private let common: Common
  let hasEnvironment: Bool
  let tags: EffectTags
  /// By the number of a node: whether its closure does something when it is cancelled.
  var knownLoud: [Int: Bool] = [:]
  /// Effects of the configuration whose key is written.
  @exclusivity(unchecked) var pairs: [(UInt64, UInt64)] = []
  private let reduce: (inout ErasedState, Any) -> Effect<Any>

  // What the current step has done so far. Exclusivity is unchecked on the hot path: only the
  // methods of this type touch it, on one thread, and none while another has it as `inout`.
  @exclusivity(unchecked) private var reduced: [Any] = []
  @exclusivity(unchecked) private var orders: [EffectLedger.Cancellation] = []
  @exclusivity(unchecked) var starting: [Int] = []
  @exclusivity(unchecked) private var requests: [Continuing] = []
  @exclusivity(unchecked) var continuing: Continuing?
  @exclusivity(unchecked) var ended: [Int] = []
  @exclusivity(unchecked) var findings: [Finding] = []
  @exclusivity(unchecked) var late: [LateOutcome] = []
  @exclusivity(unchecked) private(set) var reducedCount = 0

  /// A closure whose action is being reduced, or whose cancellation is being done: it goes on
  /// once everything that follows has been started and stopped.
  struct Continuing {
    let effect: Int
    let serial: Int
    let isRequest: Bool
    var isCancelled = false

    var letter: Letter {
      switch (isRequest, isCancelled) {
      case (false, false): .deliver(send: serial)
      case (false, true): .deliverCancelled(send: serial)
      case (true, false): .proceed(request: serial)
      case (true, true): .proceedCancelled(request: serial)
      }
    }
  }

  /// Actions that one step may reduce before the reducer counts as one that feeds itself.
  private static var reduceLimit: Int { 10_000 }

  /// What is one for all threads that search a feature: its reducer, its dependencies, and what is
  /// known of its effects.
  private struct Common {
    let link: WorldLink
    let values: DependencyValues
    let reduce: (inout ErasedState, Any) -> Effect<Any>
    let effects = KnownEffects()
    let shapes = ShapeNumbers()
    let tags = EffectTags()
  }

  convenience init(_ model: FeatureModel) {
    let world = World()
    let link = WorldLink(world)
    let (values, reduce) = model.instantiate(link)
    self.init(model, world, Common(link: link, values: values, reduce: reduce))
  }

  /// A simulation of the same feature for the calling thread, beside another thread's.
  convenience init(beside other: Simulation) {
    other.common.link.share()
    self.init(other.model, World(), other.common)
    learn(from: other)
  }

  private init(_ model: FeatureModel, _ world: World, _ common: Common) {
    automata = Automata(world: world, knowing: common.effects)
    shapes = Shapes(automata, world, common.shapes)
    hasEnvironment = !(model.environment is Void)
    reduce = common.reduce
    tags = common.tags
    self.common = common
    super.init(model, world)
  }

  /// A machine that starts with what another has learned about the feature.
  convenience init(_ model: FeatureModel, knowing other: Machine) {
    self.init(model)
    learn(from: other)
  }

  override func relearned() -> Machine {
    let machine = Simulation(model, knowing: self)
    machine.journal = journal
    return machine
  }

  override var dependencies: DependencyValues { common.values }

  override func perform<Value>(_ body: () throws -> Value) rethrows -> Value {
    try common.link.perform(in: world) { try super.perform(body) }
  }

  /// The configuration of an initial state, after the actions the spec starts with.
  override func start(from state: ErasedState) -> Configuration {
    var configuration = Configuration(
      state: state, ledger: EffectLedger(registersAtStart: model.schedulesEffects),
      model: model.environment, monitors: model.properties.map(\.memory))
    startFindings = []
    for action in model.preamble {
      let report = apply(.send(action, source: 0, choices: []), to: &configuration)
      if report.decisions.successor != nil { world.takes(.startChoices) }
      startFindings += report.findings
    }
    return configuration
  }

  override func encodeKey(of configuration: Configuration) {
    encodeKey(of: configuration, inOrder: false)
  }

  override func prepareKey(of configuration: inout Configuration) {
    keepNumbers(in: &configuration)
  }

  override func effectsInKeyOrder(of configuration: Configuration) -> [Int] {
    ledgerPlacesInKeyOrder(of: configuration)
  }

  override func waitsInKeyOrder(of running: Running) -> [Int] { serialsInKeyOrder(of: running) }

  override func takeContradiction() -> Finding? { shapes.lookAhead?.takeContradiction() }

  override var isExact: Bool { super.isExact && shapes.lookAhead == nil }

  override var reservations: [String] {
    super.reservations + [shapes.lookAhead?.assumption].compactMap { $0 }
  }

  /// A key that also tells effects apart by the order they started in.
  func keyInOrder(_ configuration: Configuration) -> [UInt64] {
    encodeKey(of: configuration, inOrder: true)
    return encoder.words
  }

  /// Moves a configuration by an event that is enabled in it.
  override func apply(
    _ event: Event, to configuration: inout Configuration,
    decisions: Decisions = .first
  ) -> Report {
    world.draws = configuration.draws
    world.now = configuration.now
    if hasEnvironment { world.model = configuration.model }
    world.decisions = decisions
    reduced.removeAll(keepingCapacity: true)
    move(event, &configuration)
    settle(&configuration)
    configuration.draws = world.draws
    configuration.now = world.now
    if hasEnvironment { configuration.model = world.model }
    var report = Report(actions: reduced, decisions: world.decisions, late: late)
    if !findings.isEmpty || !world.findings.isEmpty {
      report.findings = findings + world.findings
      findings = []
      world.findings = []
    }
    if !late.isEmpty { late = [] }
    return report
  }

  private func move(_ event: Event, _ c: inout Configuration) {
    switch event {
    case .send(let action, _, _):
      c.lastGroup += 1
      c.ledger.enqueue(action, group: c.lastGroup)
    case .resolve(let effect, let call, let outcome): resolve(effect, call, outcome, &c)
    case .serve(let effect, let call): serve(effect, call, &c)
    case .serveOrphan(let index):
      let orphan = c.orphans.remove(at: index)
      _ = orphan.endpoint.serve?(&world.model, orphan.arguments)
    case .deliver(let effect, let send): deliver(effect, send, &c)
    case .advance(let effect, let call):
      guard let running = c.ledger.state(of: effect),
        let sleep = running.sleeps.first(where: { $0.call == call })
      else { return }
      pass(sleep.remaining, &c)
      resolve(effect, call, 0, &c)
    case .idle(let duration): pass(duration, &c)
    case .cancel(let group): c.ledger.cancel(group: group)
    case .move(let index): model.moves[index].apply(&world.model)
    }
  }

  private func pass(_ duration: Duration, _ c: inout Configuration) {
    world.now += duration
    for index in c.ledger.entries.indices {
      c.ledger.update(index) { entry in entry.running = entry.state?.passing(duration) }
    }
  }

  // MARK: Calls and sends

  private func resolve(
    _ effect: Int, _ serial: Int, _ outcome: Int, _ c: inout Configuration
  ) {
    guard let index = c.ledger.index(of: effect) else { return }
    if let next = c.ledger.withState(at: index, { $0.knownAnswer(serial, outcome) }),
      next._withUnsafeGuaranteedRef({ sendsAtOnce($0, index, &c) })
    {
      return
    }
    guard let running = c.ledger.entries[index].state,
      let place = running.node.placeOfCall(serial)
    else { return }
    if running.node.calls[place].endpoint === Endpoint.start { return startScheduled(effect, &c) }
    let (number, value) = self.outcome(of: running.node.calls[place], numbered: outcome, running)
    let next = automata.follow(running.node, .resolve(call: serial, outcome: number), value)
    enter(next, effect, &c)
    var fresh = next.sends(after: running.node)
    if fresh.isEmpty && !next.requests.isEmpty {
      settle(&c)
      fresh = c.ledger.entry(effect)?.state?.node.sends(after: running.node) ?? []
    }
    guard !fresh.isEmpty else { return }
    let first = world.decisions.choose(fresh.count, "first of \(fresh.count) sends")
    deliver(effect, fresh[first].serial, &c)
  }

  /// What most steps are, done in one go: an effect comes from one node to another where it sends
  /// an action, and nothing else happens than that it is reduced and the effect goes on.
  ///
  /// Where the reducer returns an effect for it, the rest is done one thing at a time, as always.
  ///
  /// - Returns: Whether the step is of this kind.
  private func sendsAtOnce(_ next: Node, _ index: Int, _ c: inout Configuration) -> Bool {
    guard next.isUneventful, next.sends.count == 1, c.ledger.isPlain(at: index),
      c.ledger.sends.isEmpty
    else { return false }
    let effect = c.ledger.entries[index].id
    let send = next.sends[0]
    let group = c.ledger.entries[index].birth.group
    let returned = reduce(&c.state, send.action)
    reducedCount += 1
    reduced.append(send.action)
    guard returned.isNone else {
      c.ledger.setRunning(index, Running(node: next))
      c.ledger.take(returned, for: send.action, group: group)
      continuing = Continuing(effect: effect, serial: send.serial, isRequest: false)
      settle(&c)
      return true
    }
    let known = next.target(of: .deliver(send: send.serial))
    if known?._withUnsafeGuaranteedRef({ $0.isPlainEnd }) == true {
      c.ledger.finish(at: index)
      return true
    }
    let last = automata.follow(next, .deliver(send: send.serial))
    if last.isUneventful {
      c.ledger.setRunning(index, Running(node: last))
    } else if last.isPlainEnd {
      c.ledger.finish(at: index)
    } else {
      c.ledger.setRunning(index, Running(node: next))
      enter(last, effect, &c)
    }
    return true
  }

  /// The outcome a call gets, and the number its letter tells it apart by.
  private func outcome(
    of call: Node.Call, numbered index: Int, _ running: Running
  ) -> (number: Int, value: AnyOutcome?) {
    let modelled =
      running.served.first { $0.call == call.serial }?.outcome
      ?? (call.endpoint.kind == .subscription
        ? call.endpoint.serve?(&world.model, call.arguments) : nil)
    if let modelled {
      return (modelled.number, modelled)
    }
    return (index, call.outcomes.indices.contains(index) ? call.outcomes[index] : nil)
  }

  private func serve(_ effect: Int, _ serial: Int, _ c: inout Configuration) {
    guard let index = c.ledger.index(of: effect),
      let call = c.ledger.entries[index].state?.node.call(serial),
      let outcome = call.endpoint.serve?(&world.model, call.arguments)
    else { return }
    c.ledger.update(index) { $0.running = $0.state?.serving(serial, outcome) }
  }

  private func deliver(_ effect: Int, _ serial: Int, _ c: inout Configuration) {
    guard let node = c.ledger.state(of: effect)?.node,
      let send = node.sends.first(where: { $0.serial == serial })
    else { return }
    c.ledger.receive(send.action, from: effect)
    continuing = Continuing(effect: effect, serial: serial, isRequest: false)
    settle(&c)
  }

  // MARK: The funnel

  /// Does everything that needs no event, one thing at a time: a closure runs until it waits for
  /// something before the next one is touched.
  private func settle(_ c: inout Configuration) {
    while true {
      drain(&c)
      if !c.ledger.cancellations.isEmpty { orders += c.ledger.takeCancellations() }
      if !c.ledger.starts.isEmpty {
        for id in c.ledger.takeStarts() { begin(id, &c) }
      }
      if !orders.isEmpty, let order = nextOrder() {
        cancel(order.entry, order.inner, &c)
      } else if !starting.isEmpty {
        start(starting.removeFirst(), &c)
      } else if let closure = continuing {
        continuing = nil
        guard let node = c.ledger.entry(closure.effect)?.state?.node else { continue }
        enter(automata.follow(node, closure.letter), closure.effect, &c)
      } else if !requests.isEmpty {
        grant(requests.removeFirst(), &c)
      } else if !ended.isEmpty, let id = nextEnded(c) {
        c.ledger.finish(id)
      } else {
        return
      }
    }
  }

  /// The effect that ends next: of those whose closures have returned, the first of which nothing
  /// goes on.
  private func nextEnded(_ c: Configuration) -> Int? {
    let place = ended.firstIndex { c.ledger.state(of: $0)?.node.isDetached != true }
    if let place { return ended.remove(at: place) }
    ended.removeAll(keepingCapacity: true)
    return nil
  }

  /// The next cancellation to carry out; that of the closure which is about to go on waits for it.
  private func nextOrder() -> EffectLedger.Cancellation? {
    while !orders.isEmpty {
      let order = orders.removeFirst()
      guard order.inner == nil, order.entry == continuing?.effect else { return order }
      continuing?.isCancelled = true
    }
    return nil
  }

  /// Cancels what a closure asks for.
  private func grant(_ request: Continuing, _ c: inout Configuration) {
    guard
      let asked = c.ledger.state(of: request.effect)?.node.requests.first(where: {
        $0.serial == request.serial
      })
    else { return }
    continuing = request
    c.ledger.cancel(asked.id, from: request.effect)
  }

  private func drain(_ c: inout Configuration) {
    while !c.ledger.sends.isEmpty, let next = c.ledger.takeSend() {
      if reduced.count >= Self.reduceLimit { return feedsItself(next.action, &c) }
      let effect = reduce(&c.state, next.action)
      reducedCount += 1
      if !effect.isNone { c.ledger.take(effect, for: next.action, group: next.group) }
      reduced.append(next.action)
    }
  }

  private func feedsItself(_ action: Any, _ c: inout Configuration) {
    while c.ledger.takeSend() != nil {}
    findings.append(
      .feedsItself(caseName(of: action), Self.reduceLimit))
  }

  private func begin(_ id: Int, _ c: inout Configuration) {
    guard let index = c.ledger.index(of: id) else { return }
    let root = automata.root(of: c.ledger.entries[index].run)
    if model.schedulesEffects && !c.ledger.entries[index].birth.isHidden {
      guard root.origin.run.isDelay else {
        return c.ledger.setRunning(index, Running(node: root.scheduled))
      }
      c.ledger.registerSites(of: id)
    }
    c.ledger.began(id, Running(node: root))
    starting.append(id)
  }

  /// Starts an effect that was scheduled: now it is registered, and cancels its predecessors.
  private func startScheduled(_ id: Int, _ c: inout Configuration) {
    guard let index = c.ledger.index(of: id) else { return }
    let root = automata.root(of: c.ledger.entries[index].run)
    c.ledger.registerSites(of: id)
    c.ledger.began(id, Running(node: root))
    starting.append(id)
  }

  private func start(_ id: Int, _ c: inout Configuration) {
    guard let node = c.ledger.state(of: id)?.node else { return }
    enter(automata.follow(node, .start), id, &c)
  }

  /// Moves an effect to a node and takes in what its closure did on the way.
  func enter(_ node: Node, _ id: Int, _ c: inout Configuration) {
    guard let index = c.ledger.index(of: id) else { return }
    let running = c.ledger.entries[index].state
    c.ledger.setRunning(index, running?.moved(to: node))
    if !(c.ledger.entries[index].inner.isEmpty && node.inner.isEmpty) {
      c.ledger.update(index) { entry in
        entry.inner = node.inner.map { [scope = entry.scope] in .init(id: $0, scope: scope) }
      }
    }
    if !node.findings.isEmpty { findings += node.findings }
    if node.hasReads && node.history.count > 1 { world.takes(.hastyReads) }
    if node.hasSleeps {
      for call in node.calls where call.endpoint.kind == .sleep { world.note(call.duration) }
    }
    if !node.orphans.isEmpty { noteOrphans(of: node, running?.served ?? [], &c) }
    for request in node.requests where !waits(request.serial, of: id) {
      requests.append(Continuing(effect: id, serial: request.serial, isRequest: true))
    }
    // What a closure leaves behind that asks for a cancellation gets it before the effect ends, which
    // has its place among others by when the closure returned.
    let asksLast = node.isDetached && !node.requests.isEmpty
    if (node.hasEnded || asksLast) && !ended.contains(id) { ended.append(id) }
  }

  /// Takes in the modelled calls whose caller was cancelled before they were served.
  func noteOrphans(
    of node: Node, _ served: [(call: Int, outcome: AnyOutcome)], _ c: inout Configuration
  ) {
    for call in node.orphans where !served.contains(where: { $0.call == call.serial }) {
      c.orphans.append(Request(endpoint: call.endpoint, arguments: call.arguments))
    }
  }

  private func waits(_ request: Int, of effect: Int) -> Bool {
    requests.contains { $0.effect == effect && $0.serial == request }
      || continuing.map { $0.isRequest && $0.effect == effect && $0.serial == request } ?? false
  }
}
