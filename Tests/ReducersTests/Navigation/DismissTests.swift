import Reducers
import Synchronization
import Testing

/// A sheet that may present another of its kind, a plain child, and asks to be dismissed.
private struct Sheet: Reducer {
  struct State {
    var name = "sheet"
    var isPresented: Bool?
    @PresentationState var next: State?
    var plain: Plain.State?
  }

  enum Action: CasePathable {
    case open(String)
    case close
    case addPlain
    case work
    case worked
    case askToLeave
    case left(Bool)
    case look
    case next(PresentationAction<Action>)
    case plain(Plain.Action)

    struct AllCasePaths: Sendable {
      var next: AnyCasePath<Action, PresentationAction<Action>> {
        AnyCasePath(embed: Action.next) { if case .next(let a) = $0 { a } else { nil } }
      }
      var plain: AnyCasePath<Action, Plain.Action> {
        AnyCasePath(embed: Action.plain) { if case .plain(let a) = $0 { a } else { nil } }
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.isPresented) var isPresented
  let gate: Gate
  let wasCancelled: Flag

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open(let name):
        state.next = State(name: name)
        return .none
      case .close:
        state.next = nil
        return .none
      case .addPlain:
        state.plain = Plain.State()
        return .none
      case .work:
        return .run { [gate] send in
          await gate.wait()
          await send(.worked)
        }
      case .askToLeave:
        return .run { [wasCancelled] send in
          await dismiss(fileID: "F", line: 7)
          wasCancelled.set(Task.isCancelled)
          await send(.left(true))
        }
      case .look:
        state.isPresented = isPresented
        return .none
      case .worked, .left, .next, .plain: return .none
      }
    }
    .ifLet(\.$next, action: \.next) { Sheet(gate: gate, wasCancelled: wasCancelled) }
    .ifLet(\.plain, action: \.plain) { Plain() }
  }
}

/// A child that is there at times, but not presented.
private struct Plain: Reducer {
  struct State {}
  enum Action { case askToLeave }

  @Dependency(\.dismiss) var dismiss

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .run { _ in await dismiss(fileID: "F", line: 9) }
  }
}

private final class Flag: Sendable {
  private let state = Mutex(false)

  var isSet: Bool { state.withLock { $0 } }
  func set(_ value: Bool) { state.withLock { $0 = value } }
}

@MainActor @Suite struct `Dismissal` {
  private let gate = Gate()
  private let wasCancelled = Flag()

  private func makeStore(_ misuses: MisuseCollector = MisuseCollector()) -> Store<
    Sheet.State, Sheet.Action
  > {
    Store(initialState: Sheet.State(name: "root")) {
      Sheet(gate: gate, wasCancelled: wasCancelled)
    }
  }

  @Test func `a child that dismisses itself goes, and the effect that asked for it is cancelled`()
    async
  {
    let store = makeStore()
    store.send(.open("a"))
    await store.send(.next(.presented(.askToLeave))).finish()
    #expect(store.state.next == nil)
    #expect(wasCancelled.isSet)
  }

  @Test func `what else the child had started goes with it`() async {
    let store = makeStore()
    store.send(.open("a"))
    let work = store.send(.next(.presented(.work)))
    await gate.arrival()
    #expect(store.effectsInFlight == 1)
    await store.send(.next(.presented(.askToLeave))).finish()
    await work.finish()
    #expect(store.effectsInFlight == 0)
  }

  @Test func `the innermost presentation is ended`() async {
    let store = makeStore()
    store.send(.open("a"))
    store.send(.next(.presented(.open("b"))))
    await store.send(.next(.presented(.next(.presented(.askToLeave))))).finish()
    #expect(store.state.next?.name == "a")
    #expect(store.state.next?.next == nil)
  }

  @Test func `a plain child dismisses the presentation it is in`() async {
    let store = makeStore()
    store.send(.open("a"))
    store.send(.next(.presented(.addPlain)))
    await store.send(.next(.presented(.plain(.askToLeave)))).finish()
    #expect(store.state.next == nil)
  }

  @Test func `the send that presented a child finishes when the child goes`() async {
    let store = makeStore()
    let open = store.send(.open("a"))
    #expect(!open.isFinished)
    #expect(store.effectsInFlight == 0)
    store.send(.close)
    #expect(open.isFinished)
    await open.finish()
  }

  @Test func `a feature that nothing presents cannot be dismissed`() async {
    let found = MisuseCollector()
    await withMisuseReporter(found.append) {
      let store = makeStore()
      await store.send(.askToLeave).finish()
      store.send(.addPlain)
      await store.send(.plain(.askToLeave)).finish()
      #expect(store.state.plain != nil)
    }
    #expect(
      found.misuses.map(\.description)
        == [7, 9].map { line in
          """
          F:\(line): misuse (dismissalWithoutPresentation): A feature asked to be dismissed, but \
          nothing presents it.
          Present it by an ifLet on a @Presents, or in a stack; or tell its parent by an action.
          """
        })
    #expect(!wasCancelled.isSet)
  }

  @Test func `a child whose presentation was cancelled is not dismissed, nor is what is around it`()
    async
  {
    let found = MisuseCollector()
    await withMisuseReporter(found.append) {
      let store = makeStore()
      store.send(.open("a"))
      store.send(.next(.presented(.open("b")))).cancel()
      await store.send(.next(.presented(.next(.presented(.askToLeave))))).finish()
      #expect(store.state.next?.next?.name == "b")
    }
    #expect(
      found.misuses.map(\.description) == [
        """
        F:7: misuse (dismissalWithoutPresentation): A feature asked to be dismissed, but its \
        presentation is not listened to any more: what the action that presented it had started \
        was cancelled.
        Do not cancel the task of the send that presents a feature; or send its dismissal instead.
        """
      ])
  }

  @Test func `dismissal outside of an effect is a misuse`() async {
    let found = MisuseCollector()
    await withMisuseReporter(found.append) {
      await DependencyValues.current.dismiss(fileID: "F", line: 3)
    }
    #expect(
      found.misuses.map(\.description) == [
        """
        F:3: misuse (dismissalWithoutPresentation): A feature asked to be dismissed outside of an \
        effect, so it is not known which one.
        Call dismiss() from the closure of a run, or from a task inside it.
        """
      ])
  }

  @Test func `a feature knows whether it is presented`() {
    let store = makeStore()
    store.send(.look)
    store.send(.open("a"))
    store.send(.next(.presented(.look)))
    #expect(store.state.isPresented == false)
    #expect(store.state.next?.isPresented == true)
  }

  @Test func `a test may put something else in the place of dismissal`() async {
    let asked = Flag()
    let store = Store(initialState: Sheet.State()) {
      Sheet(gate: gate, wasCancelled: wasCancelled)
    } withDependencies: {
      $0.dismiss = DismissEffect { asked.set(true) }
    }
    store.send(.look)
    await store.send(.askToLeave).finish()
    #expect(asked.isSet)
    #expect(store.state.isPresented == true)
  }
}
