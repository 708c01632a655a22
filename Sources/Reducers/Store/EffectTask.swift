/// Starts the work of an effect, which belongs to no actor.
func launch<State, Action>(
  _ run: Run<Any>, _ runtime: EffectTask<State, Action>, _ control: StoreControl?
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

/// A store's side of one running effect.
@MainActor
final class EffectTask<State, Action>: EffectRuntime {
  private weak var store: StoreCore<State, Action>?
  nonisolated let entry: Int
  private let run: Run<Any>
  private let control: StoreControl?
  private var hasReturned = false
  /// Nothing it still sends is delivered, not from tasks that do not know of the cancellation.
  var wasCancelled = false

  init(store: StoreCore<State, Action>, entry: Int, run: Run<Any>, control: StoreControl?) {
    self.store = store
    self.control = control
    self.entry = entry
    self.run = run
  }

  fileprivate func send(_ action: Handover<Any>) {
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

  func register(
    _ id: CancelID, cancelInFlight: Bool, stop: @escaping @Sendable () -> Void
  ) async -> Int {
    // A harness that carries out cancellations itself lets one effect go on at a time; what it has
    // still to cancel would be taken for this part if that were there already.
    let isHeld = control.map { !$0.isStepwise } ?? false
    if cancelInFlight && isHeld { await cancel(id) }
    if cancelInFlight && !isHeld { store?.cancel(id, from: entry) }
    let token = store?.register(id, for: entry, stop: stop) ?? 0
    if cancelInFlight && !isHeld { await control?.pass(entry, .cancelled) }
    return token
  }

  func unregister(_ token: Int) async { store?.unregister(token, for: entry) }

  nonisolated func repeats(through source: Any) {}
}

/// A value handed from an effect's task to the store.
///
/// Sendable holds because the effect gives the value up when it sends it.
private struct Handover<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
