import Reducers
import Synchronization
import Testing

/// A store that writes down its actions and answers each with an effect.
@MainActor
func logging(
  clock: HandClock? = nil, _ effect: @escaping @Sendable (String) -> Effect<String>
) -> Store<[String], String> {
  Store(initialState: []) {
    Reduce<[String], String> { log, action in
      log.append(action)
      return effect(action)
    }
  } withDependencies: {
    if let clock { $0.continuousClock = clock }
  }
}

@MainActor @Suite struct StoreTests {
  @Test func `a run that is cancelled later in the same action never starts`() async {
    let store = logging { action in
      guard action == "go" else { return .none }
      return .merge(.run { await $0("ran") }.cancellable(id: 1), .cancel(id: 1))
    }
    await store.send("go").finish()
    #expect(store.state == ["go"])
  }

  @Test func `a cancellation earlier in the same action does not hit a run`() async {
    let store = logging { action in
      guard action == "go" else { return .none }
      return .merge(.cancel(id: 1), .run { await $0("ran") }.cancellable(id: 1))
    }
    await store.send("go").finish()
    #expect(store.state == ["go", "ran"])
  }

  @Test func `a part of a concatenation is dropped when its id is cancelled before it starts`()
    async
  {
    let gate = Gate()
    let store = logging { action in
      switch action {
      case "go":
        .concatenate(
          .run { _ in await gate.wait() }, .run { await $0("dropped") }.cancellable(id: 1),
          .run { await $0("last") })
      case "stop": .cancel(id: 1)
      default: .none
      }
    }
    let task = store.send("go")
    store.send("stop")
    gate.open()
    await task.finish()
    #expect(store.state == ["go", "stop", "last"])
  }

  @Test func `two stores do not share ids`() async {
    let gates = [Gate(), Gate()]
    let stores = gates.map { gate in
      logging { action in
        switch action {
        case "go":
          .run { send in
            await gate.wait()
            await send("done")
          }
          .cancellable(id: 1)
        case "stop": .cancel(id: 1)
        default: .none
        }
      }
    }
    let tasks = stores.map { $0.send("go") }
    stores[0].send("stop")
    for gate in gates { gate.open() }
    for task in tasks { await task.finish() }
    #expect(stores[0].state == ["go", "stop"])
    #expect(stores[1].state == ["go", "done"])
  }

  @Test func `follow-up actions are reduced within the send, and state is published once`() {
    let seen = Mutex<[[String]]>([])
    let box = Mutex<Store<[String], String>?>(nil)
    let store = logging { action in
      let published = MainActor.assumeIsolated { box.withLock { $0 }?.state ?? [] }
      seen.withLock { $0.append(published) }
      return action == "go" ? .merge(.send("a"), .send("b")) : .none
    }
    box.withLock { $0 = store }
    store.send("go")
    #expect(store.state == ["go", "a", "b"])
    #expect(seen.withLock { $0 } == [[], [], []])
    box.withLock { $0 = nil }
  }

  @Test func `a send from a reducer is reported and reduced after those that wait`() {
    let box = Mutex<Store<[String], String>?>(nil)
    let store = logging { action in
      guard action == "go" else { return .none }
      MainActor.assumeIsolated { _ = box.withLock { $0 }?.send("inner", fileID: "F", line: 7) }
      return .send("outer")
    }
    box.withLock { $0 = store }
    let found = misuses { MainActor.assumeIsolated { _ = store.send("go") } }
    box.withLock { $0 = nil }
    #expect(store.state == ["go", "inner", "outer"])
    #expect(found.map(\.kind) == [.reentrantSend])
    #expect(found.first?.fileID == "F" && found.first?.line == 7)
  }

  @Test func `an unhandled error is reported once, a handled one and a cancellation not`() async {
    struct Broken: Error {}
    let collector = MisuseCollector()
    let store = logging { action in
      switch action {
      case "bare": .run { _ in throw Broken() }
      case "caught":
        .run { _ in
          throw Broken()
        } catch: { error, send in
          await send("\(error)")
        }
      case "cancelled": .run { _ in throw CancellationError() }
      default: .none
      }
    }
    await withMisuseReporter(collector.append) {
      await store.send("bare").finish()
      await store.send("caught").finish()
      await store.send("cancelled").finish()
    }
    #expect(collector.misuses.map(\.kind) == [.unhandledError])
    #expect(store.state == ["bare", "caught", "Broken()", "cancelled"])
  }

  @Test func `a send from an effect that has returned is reported and dropped`() async {
    let (gate, done) = (Gate(), Gate())
    let collector = MisuseCollector()
    let store = logging { action in
      guard action == "go" else { return .none }
      return .run { send in
        Task {
          await gate.wait()
          await send("late")
          await done.wait()
        }
      }
    }
    await withMisuseReporter(collector.append) {
      await store.send("go").finish()
      gate.open()
      await done.arrival()
    }
    done.open()
    #expect(collector.misuses.map(\.kind) == [.sendAfterCompletion])
    #expect(store.state == ["go"])
  }
}

@MainActor @Suite struct CancelledEffectTests {
  @Test func `what a cancelled effect sends is dropped in silence, from its own tasks too`() async {
    let (gate, done) = (Gate(), Gate())
    let collector = MisuseCollector()
    let store = logging { action in
      guard action == "go" else { return .none }
      return .run { send in
        Task {
          await gate.wait()
          await send("from a task")
          await done.wait()
        }
        try? await Task.sleep(for: .seconds(100))
        await send("from the closure")
      }
    }
    await withMisuseReporter(collector.append) {
      let task = store.send("go")
      await gate.arrival()
      task.cancel()
      await task.finish()
      gate.open()
      await done.arrival()
    }
    done.open()
    #expect(collector.misuses.isEmpty)
    #expect(store.state == ["go"])
  }
}

@MainActor @Suite struct StoreTaskTests {
  private func chain(_ gate: Gate) -> Store<[String], String> {
    logging { action in
      switch action {
      case "go": .run { await $0("next") }
      case "next":
        .run { send in
          await gate.wait()
          await send("end")
        }
      default: .none
      }
    }
  }

  @Test func `finishing waits for what follow-up actions started`() async {
    let gate = Gate()
    let store = chain(gate)
    let task = store.send("go")
    #expect(!task.isFinished)
    await gate.arrival()
    #expect(!task.isFinished)
    gate.open()
    await task.finish()
    #expect(task.isFinished)
    #expect(store.state == ["go", "next", "end"])
  }

  @Test func `cancelling ends what follow-up actions started`() async {
    let gate = Gate()
    let store = chain(gate)
    let task = store.send("go")
    await gate.arrival()
    task.cancel()
    #expect(store.effectsInFlight == 0)
    gate.open()
    await task.finish()
    #expect(store.state == ["go", "next"])
  }

  @Test func `cancelling the task that waits for the effects cancels them`() async {
    let gate = Gate()
    let store = chain(gate)
    let task = store.send("go")
    let waiter = Task { await task.finish() }
    await gate.arrival()
    waiter.cancel()
    await waiter.value
    #expect(store.state == ["go", "next"])
  }

  @Test func `cancelling one send leaves another's effects alone`() async {
    let gate = Gate()
    let store = chain(gate)
    let (one, two) = (store.send("next"), store.send("other"))
    #expect(two.isFinished)
    two.cancel()
    await gate.arrival()
    gate.open()
    await one.finish()
    #expect(store.state == ["next", "other", "end"])
  }
}
