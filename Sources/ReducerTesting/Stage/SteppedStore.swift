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

  struct Parked {
    let entry: Int
    let serial: Int
    let action: Any
    let resume: () -> Void
  }

  let stage = Stage()
  let clocks = StageClocks()
  private(set) var store: StoreCore<State, Action>?
  var parked: [Parked] = []
  /// Effects whose sends were reduced, or whose dismissals noted, while what followed waits.
  var followed: [(entry: Int, serial: Int, resume: () -> Void)] = []
  var lastSerial = 0
  let misuses = Mutex<[Misuse]>([])
  let escapes = Mutex<[Escape]>([])
  /// Effects that have sent from elsewhere than the stage, and are not said yet.
  let left = Mutex<[Int]>([])
  var knownStrays = 0
  var knownSleeps = 0
  var isOver = false
  /// Whether nothing happens any more, for what happened must not.
  var isStopped = false
  var standing: Standing<State, Action>
  private var values = DependencyValues()
  var dependencies: DependencyValues {
    get { values }
    set { values = prepared(newValue) }
  }

  /// Jobs that one move may take before something counts as never coming to rest.
  static var jobLimit: Int { 100_000 }

  init(
    initialState: State, dependencies: DependencyValues,
    reduce: @escaping (inout State, Action) -> Effect<Action>
  ) {
    standing = Standing(state: initialState)
    self.dependencies = dependencies
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
      stage.executor.host = clocks
      onMain {
        store = StoreCore(
          initialState: state.value, dependencies: self.dependencies, control: control,
          reduce: reducer.value)
      }
    }
  }

  /// Has the store told of what nobody set, and the test clock told of the store before anyone
  /// sleeps on it.
  private func prepared(_ dependencies: DependencyValues) -> DependencyValues {
    var result = dependencies
    result.onUncontrolled = { [weak self] in self?.note($0) }
    var clock: TestClock?
    DependencyValues.$current.withValue(result) {
      // Within an update, for a clock that nobody has set is not used here.
      withDependencies {
        clock = $0.continuousClock as? TestClock
      } operation: {
      }
    }
    clock?.attach(clocks)
    if let clock { clocks.add(clock) }
    return result
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
        await perform(body, on: store_)
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
        let waiting = parked.map(\.resume) + followed.map(\.resume)
        (parked, followed) = ([], [])
        for resume in waiting { resume() }
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
