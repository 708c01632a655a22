import Synchronization

/// The runtime of a feature: holds its state, reduces actions through one funnel, runs effects.
///
/// ```swift
/// let store = Store(initialState: Contador.State()) { Contador() }
/// await store.send(.pedirDato).finish()
/// print(store.state.hecho)
/// ```
///
/// Actions from outside and from effects enter by the same queue and are reduced one at a time,
/// oldest first. ``state`` is published once the queue is empty: nobody sees it half way. Effects
/// are registered when the reducer returns them and start when the queue is empty, in list order.
@MainActor
public final class Store<State, Action> {
  /// The state as of the last time the queue was empty.
  public private(set) var state: State

  package private(set) var ledger = EffectLedger()
  private var working: State
  private var isDraining = false
  private var lastGroup = 0
  private var lastToken = 0
  private var waiters: [(group: Int?, resume: CheckedContinuation<Void, Never>)] = []
  private let reduce: (inout State, Action) -> Effect<Action>
  private let dependencies: DependencyValues
  private let control: StoreControl?
  /// How many of the waiting actions may be reduced; nil if all, as they come.
  private var admitted: Int?
  private let tasks = RunningTasks()

  /// What the store keeps with an effect that runs.
  private final class Work {
    let task: Task<Void, Never>
    let runtime: Runtime<State, Action>
    var stops: [InnerStop] = []

    init(task: Task<Void, Never>, runtime: Runtime<State, Action>) {
      self.task = task
      self.runtime = runtime
    }
  }

  /// Makes a store; nothing runs before the first ``send(_:)``.
  ///
  /// - Parameters:
  ///   - initialState: The state to start from, made under the store's dependencies.
  ///   - reducer: The feature; built once, under the store's dependencies.
  ///   - prepareDependencies: Changes to the dependencies the feature sees.
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in }
  ) {
    var dependencies = DependencyValues.current
    withDependencies(prepareDependencies) { dependencies = .current.withStackElementIDs }
    let (state, feature) = DependencyValues.$current.withValue(dependencies) {
      (initialState(), reducer())
    }
    self.init(
      initialState: state, dependencies: dependencies, control: nil,
      reduce: { feature.reduce(into: &$0, action: $1) })
  }

  package init(
    initialState: State, dependencies: DependencyValues, control: StoreControl?,
    reduce: @escaping (inout State, Action) -> Effect<Action>
  ) {
    state = initialState
    working = initialState
    self.dependencies = dependencies
    self.control = control
    self.reduce = reduce
    if control?.isStepwise == true { admitted = 0 }
  }

  /// Reduces an action and starts the effects it asks for.
  ///
  /// A send from within a reducer is reported as ``Misuse`` of kind `reentrantSend` and reduced
  /// after the actions already waiting.
  ///
  /// - Returns: A handle on every effect that the action leads to, directly or not.
  @discardableResult
  public func send(_ action: Action, fileID: StaticString = #fileID, line: UInt = #line)
    -> StoreTask
  {
    send(untyped: action, fileID: fileID, line: line)
  }

  /// The same for a caller that does not know the type: an `Any` is not put into another.
  @discardableResult
  package func send(
    untyped action: Any, fileID: StaticString = #fileID, line: UInt = #line
  ) -> StoreTask {
    if isDraining {
      report(
        Misuse(
          kind: .reentrantSend,
          message: "An action was sent to the store while it was reducing another one. "
            + "It is reduced after those that wait; return it as an effect instead.",
          fileID: "\(fileID)", line: Int(line)))
    }
    lastGroup += 1
    let group = lastGroup
    if admitted == nil {
      ledger.enqueue(action, group: group)
      drain()
    } else {
      ledger.enqueueFirst(action, group: group)
      reduceNext()
    }
    return StoreTask(
      isAlive: { [weak self] in self?.isAlive(group) ?? false },
      cancel: { [weak self] in self?.cancel(group) },
      finish: { [weak self] in await self?.finish(group) })
  }

  /// The number of effects in flight: returned by the reducer, not ended and not cancelled.
  public var effectsInFlight: Int { ledger.inFlight.count }

  private func isAlive(_ group: Int?) -> Bool {
    ledger.entries.contains { group == nil ? !$0.birth.isPresentation : $0.group == group }
  }

  package func cancel(_ group: Int) {
    ledger.cancel(group: group)
    drain()
  }

  /// Waits until every effect of the group has ended; without one, all but presentations.
  package func finish(_ group: Int? = nil) async {
    guard isAlive(group) else { return }
    await withCheckedContinuation { waiters.append((group, $0)) }
  }
}

extension Store {
  // MARK: The funnel

  /// Reduces the oldest waiting action of a store that goes stepwise, and what it leads to waits.
  package func reduceNext() {
    admitted = 1
    drain()
    admitted = 0
  }

  /// Reduces what waits, then carries out what the ledger orders, until nothing is left to do.
  private func drain() {
    guard !isDraining else { return }
    isDraining = true
    while admitted != 0, let next = ledger.takeSend() {
      admitted = admitted.map { $0 - 1 }
      guard let action = next.action as? Action else { continue }
      let effect = DependencyValues.$current.withValue(dependencies) {
        reduce(&working, action)
      }
      ledger.take(effect.erased(), for: next.action, group: next.group)
      carryOutCancellations()
    }
    carryOutCancellations()
    state = working
    isDraining = false
    if ledger.sends.isEmpty { for id in ledger.takeStarts() { start(id) } }
    resumeWaiters()
  }

  private func carryOutCancellations() {
    for order in ledger.takeCancellations() {
      if control?.holdsCancellation(order.entry, order.inner) == true { continue }
      carryOutCancellation(of: order.entry, order.inner)
    }
  }

  package func carryOutCancellation(of id: Int, _ inner: CancelID?) {
    guard let work = ledger.entry(id)?.running as? Work else { return }
    guard let inner else {
      work.runtime.wasCancelled = true
      return work.task.cancel()
    }
    for stop in work.stops where stop.id == inner { stop.stop() }
    work.stops.removeAll { $0.id == inner }
    guard let index = ledger.index(of: id) else { return }
    ledger.update(index) { entry in
      entry.inner = work.stops.map { .init(id: $0.id, scope: entry.scope) }
    }
  }

  private func start(_ id: Int) {
    guard let run = ledger.entry(id)?.run else { return }
    let runtime = Runtime(store: self, entry: id, run: run, control: control)
    let task = launch(run, runtime, control)
    tasks.insert(task, for: id)
    ledger.began(id, Work(task: task, runtime: runtime))
  }

  private func resumeWaiters() {
    let ready = waiters.filter { !isAlive($0.group) }
    guard !ready.isEmpty else { return }
    waiters.removeAll { !isAlive($0.group) }
    for waiter in ready { waiter.resume.resume() }
  }

  fileprivate func receive(_ action: Any, from id: Int) {
    ledger.receive(action, from: id)
    if admitted == nil { drain() } else { reduceNext() }
  }

  fileprivate func finished(_ id: Int) {
    tasks.remove(id)
    ledger.finish(id)
    drain()
  }

  fileprivate func cancel(_ id: CancelID, from entry: Int) {
    ledger.cancel(id, from: entry)
    drain()
  }

  fileprivate func register(
    _ id: CancelID, for entry: Int, stop: @escaping @Sendable () -> Void
  ) -> Int {
    lastToken += 1
    let token = lastToken
    guard let index = ledger.index(of: entry) else { return token }
    ledger.update(index) {
      $0.inner.append(.init(id: id, scope: $0.scope))
      ($0.running as? Work)?.stops.append(InnerStop(token: token, id: id, stop: stop))
    }
    return token
  }

  fileprivate func unregister(_ token: Int, for entry: Int) {
    guard let index = ledger.index(of: entry) else { return }
    ledger.update(index) { entry in
      guard let work = entry.running as? Work,
        let place = work.stops.firstIndex(where: { $0.token == token })
      else { return }
      work.stops.remove(at: place)
      entry.inner = work.stops.map { .init(id: $0.id, scope: entry.scope) }
    }
  }
}

/// How a part of a running effect is ended.
private struct InnerStop {
  let token: Int
  let id: CancelID
  let stop: @Sendable () -> Void
}

/// Starts the work of an effect, which belongs to no actor.
private func launch<State, Action>(
  _ run: Run<Any>, _ runtime: Runtime<State, Action>, _ control: StoreControl?
) -> Task<Void, Never> {
  let send = Send<Any> { action in
    let handover = Handover(action)
    if let control { await control.willSend(runtime.entry, handover.value) }
    await runtime.send(handover)
    await control?.pass(runtime.entry, .sent)
  }
  return Task(executorPreference: control?.executor, priority: run.priority) {
    await control?.pass(runtime.entry, .start)
    if !Task.isCancelled {
      do {
        try await EffectContext.$runtime.withValue(runtime) { try await run.perform(send) }
      } catch {
        report(.unhandledError(error, from: run))
      }
    }
    await runtime.workHasReturned()
    await control?.pass(runtime.entry, .finish)
    await runtime.finish()
  }
}

/// How a harness holds a store's effects.
package struct StoreControl: Sendable {
  /// Where their tasks run.
  package let executor: any TaskExecutor
  /// Waits until an entry's send of an action may go through.
  package let willSend: @Sendable (_ entry: Int, _ action: Any) async -> Void
  /// Waits until an entry may go on from a gate.
  package let pass: @Sendable (_ entry: Int, _ gate: Gate) async -> Void
  /// Whether the harness will carry out the cancellation of an entry or a part of it itself.
  package let holdsCancellation: @Sendable (_ entry: Int, _ inner: CancelID?) -> Bool
  /// Whether what an action leads to at once waits, too, until the harness has it reduced.
  package let isStepwise: Bool

  /// Where the work of an effect touches the store.
  package enum Gate: Hashable, Sendable {
    /// Its closure is about to be called.
    case start
    /// What it sent has been reduced.
    case sent
    /// It is about to cancel something.
    case cancel
    /// What it cancelled is cancelled.
    case cancelled
    /// It has ended.
    case finish
  }

  package init(
    executor: any TaskExecutor,
    willSend: @escaping @Sendable (_ entry: Int, _ action: Any) async -> Void,
    pass: @escaping @Sendable (_ entry: Int, _ gate: Gate) async -> Void,
    holdsCancellation: @escaping @Sendable (_ entry: Int, _ inner: CancelID?) -> Bool,
    isStepwise: Bool = false
  ) {
    self.executor = executor
    self.willSend = willSend
    self.pass = pass
    self.holdsCancellation = holdsCancellation
    self.isStepwise = isStepwise
  }
}

/// A store's side of one running effect.
@MainActor
private final class Runtime<State, Action>: EffectRuntime {
  private weak var store: Store<State, Action>?
  nonisolated let entry: Int
  private let run: Run<Any>
  private let control: StoreControl?
  private var hasReturned = false
  /// Nothing it still sends is delivered, not from tasks that do not know of the cancellation.
  var wasCancelled = false

  init(store: Store<State, Action>, entry: Int, run: Run<Any>, control: StoreControl?) {
    self.store = store
    self.control = control
    self.entry = entry
    self.run = run
  }

  func send(_ action: Handover<Any>) {
    guard let store, !Task.isCancelled, !wasCancelled else { return }
    guard !hasReturned else { return report(.sendAfterCompletion(of: run)) }
    store.receive(action.value, from: entry)
  }

  func workHasReturned() { hasReturned = true }

  func finish() { store?.finished(entry) }

  func cancel(_ id: CancelID) async {
    await control?.pass(entry, .cancel)
    store?.cancel(id, from: entry)
    await control?.pass(entry, .cancelled)
  }

  func register(_ id: CancelID, stop: @escaping @Sendable () -> Void) async -> Int {
    store?.register(id, for: entry, stop: stop) ?? 0
  }

  func unregister(_ token: Int) async { store?.unregister(token, for: entry) }
}

/// The tasks of a store's effects, cancelled when the store goes.
private final class RunningTasks: Sendable {
  private let tasks = Mutex<[Int: Task<Void, Never>]>([:])

  func insert(_ task: Task<Void, Never>, for id: Int) { tasks.withLock { $0[id] = task } }

  func remove(_ id: Int) { tasks.withLock { $0[id] = nil } }

  deinit {
    tasks.withLock { tasks in
      for task in tasks.values { task.cancel() }
    }
  }
}

/// A value handed from an effect's task to the store.
///
/// Sendable holds because the effect gives the value up when it sends it.
private struct Handover<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
