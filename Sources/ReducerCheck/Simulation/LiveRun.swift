import ControlledExecution
import Reducers

/// One run of the live `Store` under a controlled scheduler.
///
/// The store's effects are real tasks, suspended in their controlled calls and before their sends;
/// an event resumes one of them. The run cannot be copied: it shows where a trace leads, so that
/// the abstract machine can be held against the real thing, and so that features whose effects
/// run in a runtime of their own can be checked by replay.
///
/// `@unchecked Sendable` holds because everything happens on the executor's thread.
final class LiveRun: CallHandler, @unchecked Sendable {
  private struct PendingCall {
    let entry: Int
    let serial: Int
    let endpoint: Endpoint
    let arguments: [Any]
    let inner: [CancelID]
    var remaining: Duration
    var served: AnyOutcome?
    let resume: (CallResult) -> Void
  }

  private struct PendingSend {
    let entry: Int
    let serial: Int
    let action: Any
    let resume: () -> Void
  }

  /// An effect that waits to go on where its work touches the store.
  private struct Held {
    let entry: Int
    let gate: StoreControl.Gate
    let resume: () -> Void
  }

  private let model: FeatureModel
  private let world: World
  private let values: DependencyValues
  private var store: StoreCore<ErasedState, Any>?
  private var calls: [PendingCall] = []
  private var sends: [PendingSend] = []
  private var held: [Held] = []
  private var orders: [(entry: Int, inner: CancelID?)] = []
  /// The effect whose action is being reduced, or whose cancellation is being done.
  private var continuing: Int?
  /// The effect whose send is on its way to the store.
  private var delivering: Int?
  private var isCancellingItself = false
  /// The effects whose work was cancelled.
  private var cancelledEntries: Set<Int> = []
  private var late: [LateOutcome] = []
  private var serials: [Int: Int] = [:]
  private var orphans: [Request] = []
  private var monitors: [Any]
  private var lastGroup = 0
  private var reduced: [Any] = []
  private let number: Int
  private var segment = 0
  var stretch: Stretch { Stretch(owner: number, number: segment) }
  private var isOver = false
  /// Whether something went on without end since this was last looked at.
  private var isRestless = false
  /// The effects that were noted to be out of control.
  private var escaped: Set<Int> = []

  init(_ model: FeatureModel, _ world: World, from state: ErasedState) {
    self.model = model
    self.world = world
    number = world.makeHandlerNumber()
    monitors = model.properties.map(\.memory)
    let (values, reduce) = model.instantiate(WorldLink(world))
    self.values = values
    world.handler = self
    world.model = model.environment
    let control = StoreControl(
      executor: world.executor,
      willSend: { [weak self] entry, action in await self?.willSend(entry, action) },
      pass: { [weak self] entry, gate in await self?.pass(entry, gate) },
      holdsCancellation: { [weak self] entry, inner in self?.hold(entry, inner) ?? false })
    let recorded = { [weak self] (state: inout ErasedState, action: Any) -> Effect<Any> in
      self?.reduced.append(action)
      return reduce(&state, action)
    }
    // Handed over one by one: a tuple that holds a closure is released once too often.
    let (initial, reducer) = (Handover(state), Handover(recorded))
    store =
      onMain {
        Handover(
          StoreCore(
            initialState: initial.value, dependencies: values, control: control,
            reduce: reducer.value))
      }.value
    for action in model.preamble { _ = apply(.send(action, source: 0, choices: []), late: []) }
  }

  deinit { end() }

  /// Cancels what is left and lets it run out.
  func end() {
    guard !isOver else { return }
    isOver = true
    world.executor.perform { runOut() }
    store = nil
  }

  private func runOut() {
    let groups = lastGroup
    if let store = store.map(Handover.init) {
      onMain { for group in 0...groups { store.value.cancel(group) } }
    }
    for _ in 0..<64 where !(calls.isEmpty && sends.isEmpty && held.isEmpty) {
      world.executor.drain(budget: Life.jobLimit)
      while !held.isEmpty { held.removeFirst().resume() }
      let (pendingCalls, pendingSends) = (calls, sends)
      (calls, sends) = ([], [])
      for send in pendingSends { send.resume() }
      for call in pendingCalls {
        let outcome = call.endpoint.outcomes(call.arguments).first
        call.resume(
          call.endpoint.cancellation == .ignored
            ? outcome.map(CallResult.outcome) ?? .cancelled : .cancelled)
      }
    }
    world.executor.drain(budget: Life.jobLimit)
  }

  // MARK: Events

  /// Moves the run by an event; `late` are the calls that return just before a cancellation.
  func apply(
    _ event: Event, late: [LateOutcome], decisions: Decisions = .first
  ) -> Machine.Report {
    world.decisions = decisions
    reduced = []
    segment += 1
    self.late = late
    // Under control from the start: what an unstructured task is resumed with must not escape.
    world.executor.perform {
      move(event)
      settle()
    }
    noteEscapes()
    var report = Machine.Report(actions: reduced, decisions: world.decisions)
    report.findings = world.findings
    world.findings = []
    return report
  }

  private func move(_ event: Event) {
    switch event {
    case .send(let action, _, _):
      lastGroup += 1
      let (store, action) = (Handover(store), Handover(action))
      onMain { _ = store.value?.send(untyped: action.value) }
    case .resolve(let effect, let call, let outcome): resolve(effect, call, outcome)
    case .serve(let effect, let call):
      guard let index = position(effect, call) else { return }
      calls[index].served = calls[index].endpoint.serve?(&world.model, calls[index].arguments)
    case .serveOrphan(let index):
      let orphan = orphans.remove(at: index)
      _ = orphan.endpoint.serve?(&world.model, orphan.arguments)
    case .deliver(let effect, let send): deliver(effect, send)
    case .advance(let effect, let call):
      guard let index = position(effect, call) else { return }
      pass(calls[index].remaining)
      resolve(effect, call, 0)
    case .idle(let duration): pass(duration)
    case .cancel(let group):
      let store = Handover(store)
      onMain { store.value?.cancel(group) }
    case .move(let index): model.moves[index].apply(&world.model)
    }
  }

  private func resolve(_ effect: Int, _ serial: Int, _ index: Int) {
    guard let position = position(effect, serial) else { return }
    let call = calls[position]
    let known = sends.filter { $0.entry == effect }.map(\.serial)
    guard let outcome = outcome(of: call, numbered: index) else { return }
    resume(effect, serial, with: .outcome(outcome))
    drain()
    var fresh = sends.filter { $0.entry == effect && !known.contains($0.serial) }
    if fresh.isEmpty && held.contains(where: { $0.entry == effect && $0.gate == .cancel }) {
      settle()
      fresh = sends.filter { $0.entry == effect && !known.contains($0.serial) }
    }
    guard !fresh.isEmpty else { return }
    let first = world.decisions.choose(fresh.count, "first of \(fresh.count) sends")
    deliver(effect, fresh[first].serial)
  }

  private func outcome(of call: PendingCall, numbered index: Int) -> AnyOutcome? {
    if let served = call.served { return served }
    if call.endpoint.serve != nil {
      return call.endpoint.serve?(&world.model, call.arguments)
    }
    let outcomes = call.endpoint.outcomes(call.arguments)
    return outcomes.indices.contains(index) ? outcomes[index] : nil
  }

  private func deliver(_ effect: Int, _ serial: Int) {
    guard let index = sends.firstIndex(where: { $0.entry == effect && $0.serial == serial })
    else { return }
    (continuing, delivering) = (effect, effect)
    sends.remove(at: index).resume()
  }

  private func dropSend(_ effect: Int, _ serial: Int) {
    guard let index = sends.firstIndex(where: { $0.entry == effect && $0.serial == serial })
    else { return }
    sends.remove(at: index).resume()
  }

  private func pass(_ duration: Duration) {
    world.now += duration
    for index in calls.indices where calls[index].endpoint.kind == .sleep {
      calls[index].remaining = max(.zero, calls[index].remaining - duration)
    }
  }

  // MARK: The order of things

  /// Lets go on what needs no event, one thing at a time, in the abstract machine's order.
  private func settle() {
    while true {
      drain()
      dropLateSends()
      if let order = nextOrder() {
        cancel(order.entry, order.inner)
      } else if release({ $0.gate == .start }) {
        continue
      } else if let entry = continuing {
        goOn(entry)
      } else if let next = held.first(where: { $0.gate == .cancel }) {
        continuing = next.entry
        _ = release { $0.gate == .cancel }
      } else if !release({ $0.gate == .finish && !waits($0.entry) }) {
        return
      }
    }
  }

  private func nextOrder() -> (entry: Int, inner: CancelID?)? {
    while !orders.isEmpty {
      let order = orders.removeFirst()
      guard order.inner == nil, order.entry == continuing else { return order }
      isCancellingItself = true
    }
    return nil
  }

  private func goOn(_ entry: Int) {
    if isCancellingItself { carryOut(entry, nil) }
    (continuing, isCancellingItself) = (nil, false)
    while release({ $0.entry == entry && ($0.gate == .sent || $0.gate == .cancelled) }) {}
  }

  private func cancel(_ entry: Int, _ inner: CancelID?) {
    for outcome in late where outcome.inner == inner && outcome.effect == entry {
      let alike = calls.filter { call in
        call.entry == entry && call.endpoint.text(call.arguments) == outcome.text
      }
      guard let call = alike.first(where: { $0.serial == outcome.call }) ?? alike.first
      else { continue }
      resume(entry, call.serial, with: .outcome(outcome.outcome))
      drain()
    }
    carryOut(entry, inner)
    if inner == nil { _ = release { $0.entry == entry && $0.gate == .start } }
  }

  private func carryOut(_ entry: Int, _ inner: CancelID?) {
    let store = Handover(store)
    onMain { store.value?.carryOutCancellation(of: entry, inner) }
    if inner == nil {
      cancelledEntries.insert(entry)
      dropSends(of: entry)
    }
    drain()
  }

  /// Lets the oldest of the effects that wait so go on; says whether there was one.
  private func release(_ isMeant: (Held) -> Bool) -> Bool {
    guard let index = held.firstIndex(where: isMeant) else { return false }
    held.remove(at: index).resume()
    return true
  }

  private func waits(_ entry: Int) -> Bool {
    calls.contains { $0.entry == entry } || sends.contains { $0.entry == entry }
  }

  private func drain() {
    guard world.executor.drain(budget: Life.jobLimit) == .exhausted else { return }
    world.executor.forgetJobs()
    isRestless = true
  }

  /// Notes which effects have come out of control: nothing that they still do is seen.
  private func noteEscapes() {
    guard let store = store.map(Handover.init) else { return }
    let entries = onMain { Handover(store.value.ledger.entries) }.value
    for entry in entries where entry.phase == .running && !entry.birth.isHidden {
      let own = held.filter { $0.entry == entry.id }
      let isWaiting = waits(entry.id) || !own.isEmpty
      if own.contains(where: { $0.gate == .finish }) && waits(entry.id) {
        note(.outlivesEffect(entry.run), of: entry.id)
      } else if !isWaiting && isRestless {
        note(.neverSuspends(entry.run), of: entry.id)
      } else if !isWaiting && calls.isEmpty && sends.isEmpty && held.isEmpty {
        // As long as another effect waits, it may wait for that one.
        note(.uncontrolledWait(of: entry.run), of: entry.id)
      }
    }
    isRestless = false
  }

  private func note(_ finding: Finding, of entry: Int) {
    if escaped.insert(entry).inserted { world.findings.append(finding) }
  }

  private func position(_ effect: Int, _ serial: Int) -> Int? {
    calls.firstIndex { $0.entry == effect && $0.serial == serial }
  }

  private func resume(_ effect: Int, _ serial: Int, with result: CallResult) {
    guard let index = position(effect, serial) else { return }
    calls.remove(at: index).resume(result)
  }

  private func onMain<Value: Sendable>(_ body: @MainActor () throws -> Value) rethrows -> Value {
    try world.executor.perform {
      try withMisuseReporter({ [world] in world.findings.append(.misuse($0)) }) {
        try DependencyValues.$current.withValue(values) {
          try MainActor.assumeIsolated(body)
        }
      }
    }
  }

  // MARK: What the effects do

  private func nextSerial(_ entry: Int) -> Int {
    serials[entry, default: 0] += 1
    return serials[entry, default: 0]
  }

  func call(_ endpoint: Endpoint, _ arguments: [Any]) async -> CallResult {
    let entry = EffectContext.runtime?.entry ?? 0
    if entry == 0 && !isOver { note(.outsideEffect(endpoint), of: 0) }
    let serial = nextSerial(entry)
    let duration = endpoint.kind == .sleep ? arguments.first as? Duration : nil
    if let duration { world.note(duration) }
    return await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        if Task.isCancelled && endpoint.cancellation != .ignored {
          return continuation.resume(returning: .cancelled)
        }
        calls.append(
          PendingCall(
            entry: entry, serial: serial, endpoint: endpoint, arguments: arguments,
            inner: innerIDs(of: entry), remaining: duration ?? .zero,
            resume: { continuation.resume(returning: $0) }))
      }
    } onCancel: {
      if endpoint.cancellation != .ignored { self.cancelled(entry, serial) }
    }
  }

  private func cancelled(_ entry: Int, _ serial: Int) {
    guard let index = position(entry, serial) else { return }
    let call = calls[index]
    if call.endpoint.hasServedPhase && call.served == nil && !isOver {
      orphans.append(Request(endpoint: call.endpoint, arguments: call.arguments))
    }
    resume(entry, serial, with: .cancelled)
  }

  private func run(of entry: Int) -> Run<Any>? {
    let store = Handover(store)
    return onMain { Handover(store.value?.ledger.entry(entry)?.run) }.value
  }

  private func innerIDs(of entry: Int) -> [CancelID] {
    let store = Handover(store)
    return onMain { store.value?.ledger.entry(entry)?.inner.map(\.id) ?? [] }
  }

  private func willSend(_ entry: Int, _ action: Any) async {
    guard !Task.isCancelled, !isOver, !isPast(entry) else { return }
    let serial = nextSerial(entry)
    let handover = Handover(action)
    await withTaskCancellationHandler {
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
        // Here once more: a task without a preference may have been put back before it came here.
        if Task.isCancelled { return continuation.resume() }
        sends.append(
          PendingSend(
            entry: entry, serial: serial, action: handover.value,
            resume: { continuation.resume() }))
      }
    } onCancel: {
      self.dropSend(entry, serial)
    }
  }

  /// What an effect's own tasks would still send once it has returned comes too late.
  private func dropLateSends() {
    for entry in held.filter({ $0.gate == .finish }).map(\.entry) {
      if sends.contains(where: { $0.entry == entry }), let run = run(of: entry) {
        note(.misuse(.sendAfterCompletion(of: run)), of: entry)
      }
      dropSends(of: entry)
    }
    drain()
  }

  private func dropSends(of entry: Int) {
    for send in sends.filter({ $0.entry == entry }) { dropSend(entry, send.serial) }
  }

  /// Whether what an entry still sends, from a task of its own, is not delivered any more.
  private func isPast(_ entry: Int) -> Bool {
    cancelledEntries.contains(entry)
      || held.contains { $0.entry == entry && $0.gate == .finish }
  }

  private func pass(_ entry: Int, _ gate: StoreControl.Gate) async {
    // A send that was dropped has nothing to wait for.
    if isOver || (gate == .sent && delivering != entry) { return }
    if gate == .sent { delivering = nil }
    if gate == .cancel { _ = nextSerial(entry) }
    await withTaskCancellationHandler {
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
        held.append(Held(entry: entry, gate: gate, resume: { continuation.resume() }))
      }
    } onCancel: {
      // A part of the closure that its own action has cancelled.
      if gate == .sent && !isCancellingItself {
        _ = release { $0.entry == entry && $0.gate == gate }
      }
    }
  }

  private func hold(_ entry: Int, _ inner: CancelID?) -> Bool {
    if !isOver { orders.append((entry, inner)) }
    return !isOver
  }

  func ask(_ ask: Ask) -> Answer { world.answer(ask) }

  // MARK: Where the run stands

  /// The configuration that the abstract machine would be in.
  var configuration: Configuration {
    guard let store = store.map(Handover.init) else {
      preconditionFailure("Internal error: a run that has ended was asked where it stands")
    }
    let state = onMain { Handover(store.value.state) }.value
    let ledger = onMain { Handover(store.value.ledger) }.value
    var result = Configuration(state: state, model: world.model, monitors: monitors)
    result.ledger = ledger.replacingRunning { entry in
      entry.birth.isPresentation ? nil : running(entry.id, entry.run)
    }
    result.draws = world.draws
    result.now = world.now
    result.orphans = orphans
    result.lastGroup = lastGroup
    return result
  }

  private func running(_ entry: Int, _ run: Run<Any>) -> Running {
    let own = calls.filter { $0.entry == entry }
    let node = Node(
      origin: Origin(run: run, number: entry),
      calls: own.map { call in
        Node.Call(
          serial: call.serial, endpoint: call.endpoint, arguments: call.arguments,
          inner: call.inner,
          outcomes: call.endpoint.serve == nil ? call.endpoint.outcomes(call.arguments) : [])
      },
      sends: sends.filter { $0.entry == entry }.map {
        Node.Send(serial: $0.serial, action: $0.action)
      })
    return Running(
      node: node,
      sleeps: own.filter { $0.endpoint.kind == .sleep }.map { ($0.serial, $0.remaining) },
      served: own.compactMap { call in call.served.map { (call.serial, $0) } })
  }
}
