/// The runtime of a feature: holds its state, reduces actions through one funnel, runs effects.
///
/// Actions from outside and from effects enter by the same queue and are reduced one at a time,
/// oldest first. ``state`` is published once the queue is empty: nobody sees it half way. Effects
/// are registered when the reducer returns them and start when the queue is empty, in list order.
@MainActor
package final class StoreCore<State, Action> {
  /// The state as of the last time the queue was empty.
  package private(set) var state: State

  package internal(set) var ledger = EffectLedger()
  private var working: State
  private(set) var isDraining = false
  private var observers = StateObservers()
  private var lastGroup = 0
  var lastToken = 0
  private var waiters: [(group: Int?, resume: CheckedContinuation<Void, Never>)] = []
  private let reduce: (inout State, Action) -> Effect<Action>
  private let dependencies: DependencyValues
  private let control: StoreControl?
  private let recording: StoreRecording?
  /// How many of the waiting actions may be reduced; nil if all, as they come.
  var admitted: Int?
  let tasks = RunningTasks()

  /// What the store keeps with an effect that runs.
  final class Work {
    let task: Task<Void, Never>
    let runtime: EffectTask<State, Action>
    var stops: [InnerStop] = []

    init(task: Task<Void, Never>, runtime: EffectTask<State, Action>) {
      self.task = task
      self.runtime = runtime
    }
  }

  package init(
    initialState: State, dependencies: DependencyValues, control: StoreControl?,
    reduce: @escaping (inout State, Action) -> Effect<Action>
  ) {
    state = initialState
    working = initialState
    self.dependencies = dependencies
    self.control = control
    recording = dependencies.storeRecording
    self.reduce = reduce
    if control?.isStepwise == true { admitted = 0 }
    recording?.note(.beginning(store: ObjectIdentifier(self), state: initialState))
  }

  /// Reduces an action and starts the effects it asks for.
  ///
  /// A send from within a reducer is reported as ``Misuse`` of kind `reentrantSend` and reduced
  /// after the actions already waiting.
  ///
  /// - Returns: A handle on every effect that the action leads to, directly or not.
  @discardableResult
  package func send(_ action: Action, fileID: StaticString = #fileID, line: UInt = #line)
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
  package var effectsInFlight: Int { ledger.inFlight.count }

  func add(_ observer: any StateObserver) { observers.add(observer) }

  private func isAlive(_ group: Int?) -> Bool {
    ledger.entries.contains { group == nil ? !$0.birth.isPresentation : $0.group == group }
  }

  package func cancel(_ group: Int) {
    let oldest = recording == nil ? nil : ledger.entries.first { $0.group == group }
    if let oldest { recording?.note(.cancelling(startedBy: oldest.startedBy)) }
    ledger.cancel(group: group)
    drain()
  }

  /// Waits until every effect of the group has ended; without one, all but presentations.
  package func finish(_ group: Int? = nil) async {
    guard isAlive(group) else { return }
    await withCheckedContinuation { waiters.append((group, $0)) }
  }
}

extension StoreCore {
  // MARK: The funnel

  /// Reduces the oldest waiting action of a store that goes stepwise, and what it leads to waits.
  package func reduceNext() {
    admitted = 1
    drain()
    admitted = 0
  }

  /// Reduces what waits, then carries out what the ledger orders, until nothing is left to do.
  func drain() {
    guard !isDraining else { return }
    isDraining = true
    while admitted != 0, let next = ledger.takeSend() {
      admitted = admitted.map { $0 - 1 }
      guard let action = next.action as? Action else { continue }
      if let recording { recording.note(.reducing(action: action, origin(of: next))) }
      let effect = DependencyValues.$current.withValue(dependencies) {
        reduce(&working, action)
      }
      recording?.note(.reduced(store: ObjectIdentifier(self), state: working))
      ledger.take(effect.erased(), for: next.action, group: next.group)
      carryOutCancellations()
    }
    carryOutCancellations()
    state = working
    isDraining = false
    if ledger.sends.isEmpty { for id in ledger.takeStarts() { start(id) } }
    observers.publish()
    resumeWaiters()
  }

  private func origin(of send: EffectLedger.PendingSend) -> StoreOrigin {
    switch send.origin {
    case .outside: .outside
    case .store: .store
    case .effect(let id): ledger.entry(id).map(StoreOrigin.effect) ?? .store
    }
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
    let runtime = EffectTask(store: self, entry: id, run: run, control: control)
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
}
