import Reducers

/// A test store of a feature.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action> where R.State: Equatable

/// Runs a feature step by step, and fails the test wherever it does not describe what happens.
///
/// ```swift
/// let store = TestStore(initialState: Contador.State()) {
///   Contador()
/// } withDependencies: {
///   $0.apiCliente.hecho = { "dato \($0)" }
/// }
/// await store.send(.pedirDato) { $0.cargando = true }
/// await store.receive(\.datoRecibido.success) {
///   $0.cargando = false
///   $0.hecho = "dato 0"
/// }
/// ```
///
/// The store advances only when the test says so. Its effects run until each waits for something; an
/// action that one sends is reduced when the test receives it, and not before. Nothing is waited
/// for in real time: what is not there when everything has come to rest, will not come.
///
/// A test that ends with an action not received, or an effect still alive, has failed.
///
/// The feature runs on a thread of the store's own, only while the test waits for it; code of it
/// that asks for the main actor runs there as well. What leaves that thread (a queue, a sleep in
/// real time) is reported, and not waited for. Only an answer from another thread that is there
/// before the effect has come to wait for it cannot be told from one that was at hand.
public final class TestStore<State: Equatable, Action> {
  /// How much of what happens the test has to describe.
  public var exhaustivity: Exhaustivity = .on
  /// The state after the actions sent and received so far.
  public private(set) var state: State

  let stepped: SteppedStore<State, Action>
  let fail = FailureReporter()
  let dismissal: RootDismissal
  /// Where the ids of the elements of stacks come from.
  let stackIDs = StackElementIDCounter(next: 0)
  /// Where the test sent what led to an effect, by its group.
  var sends: [TestPlace] = []
  let origin: TestPlace
  /// Effects whose end the test has said not to care about.
  var skippedEffects: Set<Int> = []

  /// Makes a store of which the test is to describe everything.
  ///
  /// - Parameters:
  ///   - initialState: The state to start from, made under the store's dependencies.
  ///   - reducer: The feature.
  ///   - prepareDependencies: What of the world outside the test gives the feature. What is not
  ///     given fails the test when it is used, and is not called.
  public init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, file filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let place = TestPlace(fileID, filePath, line, column)
    let dismissal = RootDismissal()
    let dependencies = Self.prepared(stackIDs, dismissal, by: prepareDependencies)
    let reporter: MisuseReporting.Reporter = { [fail] in fail(TestMessage.misuse($0), at: place) }
    let (state, feature) = withMisuseReporter(reporter) {
      DependencyValues.$current.withValue(dependencies) { (initialState(), reducer()) }
    }
    self.state = state
    origin = place
    self.dismissal = dismissal
    stepped = SteppedStore(
      initialState: state, dependencies: dependencies,
      reduce: { feature.reduce(into: &$0, action: $1) })
  }

  deinit {
    stepped.settleBlocking()
    takeOver(at: origin)
    if exhaustivity == .on { checkEnd() }
    stepped.end()
  }

  /// What the feature sees of the world outside, from the next action on.
  ///
  /// Effects that have started keep what they were made with.
  public var dependencies: DependencyValues {
    get { stepped.dependencies }
    _modify {
      var values = stepped.dependencies
      values.isBeingUpdated = true
      defer {
        values.isBeingUpdated = false
        stepped.dependencies = values
      }
      yield &values
    }
  }
}

extension TestStore {
  /// The dependencies that a test gives to a feature, with those that are the store's to give.
  private static func prepared(
    _ stackIDs: StackElementIDCounter, _ dismissal: RootDismissal,
    by prepare: (inout DependencyValues) -> Void
  ) -> DependencyValues {
    var result = DependencyValues.current
    result.context = .test
    // A scope that several stores are made in has them share what they do not set.
    if result.defaults == nil { result.defaults = DependencyDefaults() }
    result.stackElementID = StackElementIDGenerator { stackIDs.draw(atLeast: $0) }
    result.dismiss = DismissEffect { dismissal.isDone = true }
    DependencyValues.$current.withValue(result) {
      Reducers.withDependencies(prepare) { result = .current }
    }
    return result
  }

  var waiting: [Action] { stepped.standing.waiting }

  var effectsInFlight: [EffectStanding] { stepped.standing.inFlight }

  /// Lets come to rest what the test has let go on; says whether anything can still happen.
  nonisolated(nonsending) func settle(at place: TestPlace) async -> Bool {
    await stepped.settled()
    takeOver(at: place)
    return !stepped.isStopped
  }

  /// Takes over where the feature stands, and reports what it did that it should not.
  func takeOver(at place: TestPlace) {
    state = stepped.standing.state
    let misuses = stepped.takeMisuses()
    for (index, misuse) in misuses.enumerated() {
      // What stopped it came last.
      let isEnd = stepped.stage.isHalted && index == misuses.count - 1
      fail(TestMessage.misuse(misuse) + (isEnd ? TestMessage.halted : ""), at: place)
    }
    for escape in stepped.takeEscapes() { fail(TestMessage.escape(escape), at: place) }
  }

  /// Does something of the test's under the store's dependencies; what it misuses fails the test.
  func underDependencies<Result>(
    at place: TestPlace, stackID: Int? = nil, _ work: () throws -> Result
  ) rethrows -> Result {
    defer { for misuse in stepped.takeMisuses() { fail(TestMessage.misuse(misuse), at: place) } }
    var dependencies = stepped.dependencies
    // Draws the ids that the feature has drawn since.
    if let stackID { dependencies.stackElementID = .counting(from: stackID) }
    return try withMisuseReporter(stepped.note) {
      try DependencyValues.$current.withValue(dependencies, operation: work)
    }
  }

  func notice(_ message: String, at place: TestPlace) {
    if exhaustivity.showsSkipped { fail(message, at: place, isNotice: true) }
  }

  private func checkEnd() {
    if stepped.isStopped { return }
    if !waiting.isEmpty { fail(TestMessage.unreceived(waiting), at: origin) }
    for effect in effectsInFlight where isToEnd(effect) {
      fail(TestMessage.stillAlive(effect), at: place(of: effect))
    }
  }

  /// Whether it is for the effect itself to end: nothing that was reported already keeps it.
  private func isToEnd(_ effect: EffectStanding) -> Bool {
    let isKept = effect.waits.allSatisfy { wait in
      switch wait {
      case .receive, .followUp, .start, .realSleep: true
      case .clock, .unseen: false
      }
    }
    return !isKept && !dismissal.isDone && !skippedEffects.contains(effect.entry)
  }

  func place(of effect: EffectStanding) -> TestPlace {
    sends.indices.contains(effect.group - 1) ? sends[effect.group - 1] : origin
  }
}
