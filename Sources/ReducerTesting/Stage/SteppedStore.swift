import ControlledExecution
import Reducers
import Synchronization

/// A store whose every move a test asks for.
///
/// Its effects run on a stage until each waits for something; what they would send waits for
/// ``receiveNext(_:)``. Jobs are taken in the order they came, on one thread: the same answer every
/// run.
final class SteppedStore<State, Action>: @unchecked Sendable {
  // Sendable holds because everything here is touched by the stage's thread, or by the test's while
  // the stage is idle: a test waits for each move before it asks for another. What may come from
  // other threads goes through a lock.

  private struct Parked {
    let entry: Int
    let serial: Int
    let action: Any
    let resume: () -> Void
  }

  let stage = Stage()
  let clocks = StageClocks()
  private var store: StoreCore<State, Action>?
  private var parked: [Parked] = []
  /// Effects whose sends were reduced, or whose dismissals noted, while what followed waits.
  private var followed: [(entry: Int, serial: Int, resume: () -> Void)] = []
  private var lastSerial = 0
  private let misuses = Mutex<[Misuse]>([])
  private let escapes = Mutex<[Escape]>([])
  /// Effects that have sent from elsewhere than the stage, and are not said yet.
  private let left = Mutex<[Int]>([])
  private var knownStrays = 0
  private var knownSleeps = 0
  private var isOver = false
  /// Whether nothing happens any more, for what happened must not.
  private(set) var isStopped = false
  private(set) var standing: Standing<State, Action>
  var dependencies: DependencyValues {
    didSet { attachClock() }
  }

  /// Jobs that one move may take before something counts as never coming to rest.
  static var jobLimit: Int { 100_000 }

  init(
    initialState: State, dependencies: DependencyValues,
    reduce: @escaping (inout State, Action) -> Effect<Action>
  ) {
    standing = Standing(state: initialState)
    self.dependencies = dependencies
    self.dependencies.onUncontrolled = { [weak self] in self?.note($0) }
    attachClock()
    let control = StoreControl(
      executor: stage.executor,
      willSend: { [weak self] entry, action in await self?.willSend(entry, action) },
      pass: { [weak self] entry, gate in await self?.pass(entry, gate) },
      holdsCancellation: { _, _ in false }, isStepwise: true)
    let current = { [weak self] (state: inout State, action: Action) -> Effect<Action> in
      guard let self else { return .none }
      return DependencyValues.$current.withValue(self.dependencies) { reduce(&state, action) }
    }
    clocks.act = { [weak self] work in await self?.act(work) }
    // Handed over one by one: a tuple that holds a closure is released once too often.
    let (state, reducer) = (Handover(initialState), Handover(current))
    stage.performBlocking { [self] in
      onMain {
        store = StoreCore(
          initialState: state.value, dependencies: self.dependencies, control: control,
          reduce: reducer.value)
      }
    }
  }

  /// Lets the test clock of the dependencies know of this store before anyone sleeps on it.
  private func attachClock() {
    var clock: TestClock?
    DependencyValues.$current.withValue(dependencies) {
      // Within an update, for a clock that nobody has set is not used here.
      withDependencies {
        clock = $0.continuousClock as? TestClock
      } operation: {
      }
    }
    clock?.attach(clocks)
    if let clock { clocks.add(clock) }
  }

  /// Does something on the stage, then lets everything come to rest.
  private func act(_ work: @escaping @Sendable () -> Void) async {
    await stage.perform {
      self.stage.executor.perform(work)
      self.settle()
    }
  }

  // MARK: Moves

  /// Makes a move, lets everything come to rest, and lets the time pass that clocks were granted.
  nonisolated(nonsending) func move(
    _ body: @escaping @MainActor (StoreCore<State, Action>) -> Void
  ) async {
    start(body)
    await stage.perform { self.settle() }
    await clocks.flow()
  }

  /// Lets come to rest what the test itself has let go on since the last move.
  nonisolated(nonsending) func settled() async {
    guard stage.executor.hasArrivals else { return }
    await stage.perform { self.settle() }
    await clocks.flow()
  }

  /// The same for a caller that cannot suspend; no time passes.
  func settleBlocking() { stage.performBlocking { self.settle() } }

  /// Has the oldest action that waits reduced.
  nonisolated(nonsending) func receiveNext() async {
    await move { store in
      if store.ledger.sends.isEmpty {
        self.parked.isEmpty ? () : self.parked.removeFirst().resume()
      } else {
        store.reduceNext()
      }
    }
  }

  /// Starts a move as a task of the test's, so that what effects do counts as done by the test.
  private func start(_ body: @escaping @MainActor (StoreCore<State, Action>) -> Void) {
    guard !isStopped, let store else { return }
    let (store_, body) = (Handover(store), Handover(body))
    Task(executorPreference: stage.executor) { [self] in
      await withMisuseReporter(note) {
        await StageClocks.$current.withValue(clocks) {
          await perform(body, on: store_)
        }
      }
    }
  }

  @MainActor private func perform(
    _ body: Handover<@MainActor (StoreCore<State, Action>) -> Void>,
    on store: Handover<StoreCore<State, Action>>
  ) {
    DependencyValues.$current.withValue(dependencies) { body.value(store.value) }
  }

  /// Cancels what is left and lets it run out.
  func end() {
    stage.end { [self] in
      isOver = true
      onMain { for entry in store?.ledger.entries ?? [] { store?.cancel(entry.group) } }
      stage.executor.perform {
        for send in parked + [] { send.resume() }
        for send in followed { send.resume() }
        parked = []
        followed = []
      }
      stage.executor.drain(budget: Self.jobLimit)
      while !stage.executor.sleeps.isEmpty { stage.executor.wake(at: 0) }
      if stage.executor.drain(budget: Self.jobLimit) == .exhausted { stage.executor.forgetJobs() }
      store = nil
    }
    clocks.isBlocked = false
    clocks.act = nil
  }

  private func onMain(_ body: @MainActor () -> Void) {
    stage.executor.perform {
      withMisuseReporter(note) {
        DependencyValues.$current.withValue(dependencies) { MainActor.assumeIsolated(body) }
      }
    }
  }
}

extension SteppedStore {
  // MARK: Coming to rest

  private func settle() {
    repeat {
      if stage.executor.drain(budget: Self.jobLimit) == .exhausted {
        stage.executor.forgetJobs()
        note(.restless(running.filter { $0.waits == [.unseen] }.map(\.origin)))
        isStopped = true
        break
      }
    } while letGo()
    noteEscapes()
    standing = currentStanding
    clocks.isBlocked = !standing.waiting.isEmpty
  }

  /// Lets go on what waits for nothing any more; says whether there was anything.
  private func letGo() -> Bool {
    stage.executor.perform {
      if let index = parked.firstIndex(where: isNotToBeReceived) {
        parked.remove(at: index).resume()
        return true
      }
      guard !followed.isEmpty, queue.isEmpty else { return false }
      followed.removeFirst().resume()
      return true
    }
  }

  /// Whether an action that an effect sends is none that a test could receive: a throttle keeps
  /// it, or its effect has returned, which the store reports.
  private func isNotToBeReceived(_ send: Parked) -> Bool {
    guard let entry = ledger.entry(send.entry) else { return true }
    guard case .throttled(let gate) = entry.role else { return false }
    return ledger.windows.contains { $0.gate.key == gate.key }
  }

  private var ledger: EffectLedger { read { $0.ledger } ?? EffectLedger() }

  /// Reads from the store, which the stage's thread may as the main actor's.
  private func read<Value>(_ property: @MainActor (StoreCore<State, Action>) -> Value) -> Value? {
    guard let store = store.map(Handover.init) else { return nil }
    return stage.executor.perform {
      MainActor.assumeIsolated { Handover(property(store.value)) }.value
    }
  }

  private var queue: [EffectLedger.PendingSend] { ledger.sends }

  private var running: [EffectStanding] { currentStanding.inFlight }

  private var currentStanding: Standing<State, Action> {
    var result = standing
    result.state = read { $0.state } ?? result.state
    let ledger = ledger
    result.waiting =
      ledger.sends.compactMap { $0.action as? Action } + parked.compactMap { $0.action as? Action }
    result.inFlight = ledger.inFlight.map { entry in
      EffectStanding(
        entry: entry.id, group: entry.group, origin: "\(entry.run.fileID):\(entry.run.line)",
        action: entry.startedBy, waits: waits(of: entry))
    }
    return result
  }

  private func waits(of entry: EffectLedger.Entry) -> [EffectStanding.Wait] {
    if entry.phase == .registered { return [.start] }
    let waits: [EffectStanding.Wait] =
      parked.filter { $0.entry == entry.id }.map { _ in .receive }
      + followed.filter { $0.entry == entry.id }.map { _ in .followUp }
      + clocks.sleeps(of: entry.id).map(EffectStanding.Wait.clock)
      + stage.executor.sleeps.filter { $0.origin == entry.id }.map { .realSleep($0.duration) }
    return waits.isEmpty ? [.unseen] : waits
  }
}

extension SteppedStore {
  // MARK: What effects do

  private func willSend(_ entry: Int, _ action: Any) async {
    guard stage.isCurrent else { return await leave(entry) }
    guard !Task.isCancelled, !isOver else { return }
    lastSerial += 1
    let serial = lastSerial
    let handover = Handover(action)
    await withTaskCancellationHandler {
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
        // Here once more: a task without a preference may have been put back before it came here.
        if Task.isCancelled { return continuation.resume() }
        parked.append(
          Parked(
            entry: entry, serial: serial, action: handover.value,
            resume: { continuation.resume() }))
      }
    } onCancel: {
      guard let index = parked.firstIndex(where: { $0.serial == serial }) else { return }
      parked.remove(at: index).resume()
    }
  }

  /// Leaves a task that sends from elsewhere than the stage where it is: the store cannot take it.
  private func leave(_ entry: Int) async {
    left.withLock { $0.append(entry) }
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
  }

  private func pass(_ entry: Int, _ gate: StoreControl.Gate) async {
    guard gate == .sent || gate == .cancelled, !isOver, stage.isCurrent, !queue.isEmpty
    else { return }
    lastSerial += 1
    let serial = lastSerial
    await withTaskCancellationHandler {
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
        if Task.isCancelled { return continuation.resume() }
        followed.append((entry, serial, { continuation.resume() }))
      }
    } onCancel: {
      guard let index = followed.firstIndex(where: { $0.serial == serial }) else { return }
      followed.remove(at: index).resume()
    }
  }

  @Sendable func note(_ misuse: Misuse) { misuses.withLock { $0.append(misuse) } }

  /// What was misused since this was last asked.
  func takeMisuses() -> [Misuse] {
    misuses.withLock { misuses in
      defer { misuses = [] }
      return misuses
    }
  }

  private func note(_ read: UncontrolledDependency) {
    note(.notOverridden(read))
    // A live value is not given out. There is no other to return, so nothing returns.
    guard read.isLive, stage.isCurrent else { return }
    standing = currentStanding
    isStopped = true
    stage.halt()
  }

  private func note(_ escape: Escape) { escapes.withLock { $0.append(escape) } }

  /// What escaped since this was last asked.
  func takeEscapes() -> [Escape] {
    escapes.withLock { escapes in
      defer { escapes = [] }
      return escapes
    }
  }

  private func noteEscapes() {
    let left = left.withLock { left in
      defer { left = [] }
      return left
    }
    for entry in left { note(.stray(running.filter { $0.entry == entry }.map(\.origin))) }
    for sleep in stage.executor.sleeps.dropFirst(knownSleeps) {
      let origin = sleep.origin.flatMap { ledger.entry($0)?.run }
      note(.realSleep(sleep.duration, origin.map { "\($0.fileID):\($0.line)" }))
    }
    knownSleeps = stage.executor.sleeps.count
    guard stage.executor.strayJobs > knownStrays else { return }
    knownStrays = stage.executor.strayJobs
    let before = standing.inFlight.filter { $0.waits.contains(.unseen) }.map(\.origin)
    note(.stray(before.isEmpty ? running.map(\.origin) : before))
  }
}

/// Something an effect did that a test store does not control.
enum Escape {
  /// It slept in real time.
  case realSleep(Duration, String?)
  /// It was resumed by a thread that is not under control; one of these was.
  case stray([String])
  /// Something never comes to rest; one of these.
  case restless([String])
}

/// A value handed between the test and the stage, one of which waits for the other.
///
/// Sendable holds because the two never run at the same time.
struct Handover<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
