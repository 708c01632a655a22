import Examples
import Foundation
import Reducers
import Specs
import Synchronization
import Testing

@testable import ReducerCheck

/// A feature whose action can be encoded, and one answer of which says nothing of the outcome.
private struct Notebook: Reducer {
  struct State { var total = 0 }
  enum Action: Codable {
    case add(Int)
    case save
    case saved
  }

  @Dependency(\.backend) var backend

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .add(let number):
      state.total += number
      return .none
    case .save:
      return .run { send in
        try? await backend.f()
        await send(.saved)
      }
    case .saved: return .none
    }
  }
}

private let notebook = Spec("Notebook", of: Notebook(), startingAt: Notebook.State())
  .endpoint("backend.f") {
    $0.backend.f = $1
  } outcomes: {
    [.success(()), .failure(Lost())]
  }
  .sending(.add(1), .save)
  .always("the total stays below a thousand") { $0.total < 1_000 }

private struct Lost: Error {}

/// A feature whose action cannot be encoded, but generated.
private struct Diary: Reducer {
  struct State { var total = 0 }
  enum Action { case add(Int) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .add(let number) = action { state.total += number }
    return .none
  }
}

private let diary = Spec("Diary", of: Diary(), startingAt: Diary.State())
  .payload(Int.self, .integer(in: 0...50))
  .always("the total stays below fourteen") { $0.total < 14 }

@MainActor @Suite struct `What a store recorded` {
  private let answers: @Sendable (Int) async throws -> String = { "dato \($0)" }

  /// Two requests at once, of which the first to be answered leaves the other alive.
  private func recordContador(
    _ recorder: StoreRecorder, _ answers: @escaping @Sendable (Int) async throws -> String
  ) async -> TraceFile {
    let store = Store(initialState: Contador.State()) {
      Contador()
    } withDependencies: {
      recorder.install(in: &$0)
      $0.apiCliente.hecho = answers
    }
    let tasks = [store.send(.pedirDato), store.send(.pedirDato)]
    for task in tasks { await task.finish() }
    return recorder.trace
  }

  private func replay(_ trace: TraceFile, _ spec: any Checkable) -> EntryReport {
    SpecSession(spec: spec.erased).replay(trace, named: "r.json")
  }

  @Test func `is replayed and made minimal`() async throws {
    let recorder = StoreRecorder(of: contador)
    let trace = await recordContador(
      recorder, try recorder.recording("apiCliente.hecho", answers))
    #expect(trace.events.filter { $0.kind == .send }.map(\.text) == ["pedirDato", "pedirDato"])
    #expect(
      trace.events.filter { $0.kind == .resolve }.map(\.text) == [#""dato 0""#, #""dato 0""#])
    let deliveries = trace.events.filter { $0.kind == .deliver }
    #expect(deliveries.map(\.address?.startedBy) == ["pedirDato", "pedirDato"])
    #expect(deliveries.first?.address?.ids == ["CancelID.peticion"])

    let report = replay(trace, contador)
    #expect(report.outcome == .failsAgain)
    #expect(
      report.message == #"Contador: the recording breaks "at most one request in flight"."#)
    let minimal = try SpecSession(spec: contador.erased).minimize(trace, named: "r.json")
    #expect(minimal.events.map(\.text) == ["pedirDato", "pedirDato"])
  }

  @Test func `is a file that is read again`() async throws {
    let recorder = StoreRecorder(named: "Contador")
    let trace = await recordContador(recorder, answers)
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).json").path
    try recorder.write(to: path)
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try TraceFile.read(path) == trace)
    #expect(SpecSession(spec: contador.erased).replay(path).outcome == .failsAgain)
  }

  @Test func `tells what its endpoints must have answered`() async {
    let trace = await recordContador(StoreRecorder(named: "Contador"), answers)
    #expect(trace.events.allSatisfy { $0.kind != .resolve })
    let report = replay(trace, contadorCancelInFlight)
    // There the first request is cancelled, so that its answer cannot arrive.
    #expect(report.outcome == .stale)
    #expect(replay(trace, contador).outcome == .failsAgain)
  }

  @Test func `does not fit when no declared outcome leads to it`() async throws {
    let recorder = StoreRecorder(of: contador)
    let hecho = try recorder.recording("apiCliente.hecho") { (n: Int) in "other \(n)" }
    let store = Store(initialState: Contador.State()) {
      Contador()
    } withDependencies: {
      recorder.install(in: &$0)
      $0.apiCliente.hecho = hecho
    }
    await store.send(.pedirDato).finish()
    let report = replay(recorder.trace, contador)
    #expect(report.outcome == .stale)
    #expect(
      report.message == """
        r.json: action 2, datoRecibido(success("other 0")), came from an effect, and no outcome \
        that the spec Contador declares leads to it. In flight there: pedirDato#1 waiting for \
        apiCliente.hecho(0). Recorded answers: apiCliente.hecho(0) → "other 0". Declare the outcome \
        with the endpoint. What depends on how much time passed between sends, or on a reply that \
        came just as its effect was cancelled, is not found.
        """)
  }

  @Test func `says so when several outcomes fit`() async {
    let recorder = StoreRecorder(named: "Notebook")
    let store = Store(initialState: Notebook.State()) {
      Notebook()
    } withDependencies: {
      recorder.install(in: &$0)
      $0.backend.f = {}
    }
    await store.send(.save).finish()
    let report = replay(recorder.trace, notebook)
    #expect(report.outcome == .asExpected)
    #expect(
      report.message == """
        Notebook: the recording breaks nothing. Several ways lead to what was recorded: event 2 may \
        be resolve backend.f() → (), or resolve backend.f() → failure(Lost()). The first is taken; \
        record what the endpoints answer to be sure.
        """)
  }

  @Test func `holds actions that the spec does not send, where they can be encoded`() throws {
    let recorder = StoreRecorder(of: notebook)
    let store = Store(initialState: Notebook.State()) {
      Notebook()
    } withDependencies: {
      recorder.install(in: &$0)
    }
    store.send(.add(1))
    store.send(.add(2_000))
    let report = replay(recorder.trace, notebook)
    #expect(
      report.message == #"Notebook: the recording breaks "the total stays below a thousand"."#)
    let minimal = try SpecSession(spec: notebook.erased).minimize(recorder.trace, named: "r.json")
    #expect(minimal.events.map(\.text) == ["add(2000)"])
    #expect(minimal.events.first?.stored.payload == #"{"add":{"_0":2000}}"#)
  }

  @Test func `holds actions that a generator of the spec can make`() throws {
    let recorder = StoreRecorder(of: diary)
    let store = Store(initialState: Diary.State()) {
      Diary()
    } withDependencies: {
      recorder.install(in: &$0)
    }
    store.send(.add(3))
    store.send(.add(20))
    let report = replay(recorder.trace, diary)
    #expect(report.message == #"Diary: the recording breaks "the total stays below fourteen"."#)
    let minimal = try SpecSession(spec: diary.erased).minimize(recorder.trace, named: "r.json")
    #expect(minimal.events.map(\.text) == ["add(14)"])
    let other = StoreRecorder(of: diary)
    let another = Store(initialState: Diary.State()) {
      Diary()
    } withDependencies: {
      other.install(in: &$0)
    }
    another.send(.add(99))
    #expect(replay(other.trace, diary).outcome == .stale)
  }

  @Test func `is refused where an action cannot be made again`() {
    let recorder = StoreRecorder(named: "Contador")
    let store = Store(initialState: Contador.State()) {
      Contador()
    } withDependencies: {
      recorder.install(in: &$0)
    }
    store.send(.datoRecibido(.success("a")))
    let report = replay(recorder.trace, contador)
    #expect(report.outcome == .stale)
    #expect(
      report.message == """
        r.json: action 1, datoRecibido(success("a")), was sent from outside, and it cannot be made \
        again: the spec Contador does not send it there. Make Action Codable, list it with \
        .sending(…), or give its payload a generator.
        """)
  }

  @Test func `is of endpoints that the spec has`() {
    let recorder = StoreRecorder(of: contador)
    let error = #expect(throws: TraceFileError.self) {
      try recorder.recording("api.hecho") { (n: Int) in "\(n)" }
    }
    #expect(
      error?.description == """
        The spec Contador has no endpoint "api.hecho" to record. It has: apiCliente.hecho. Use the \
        name that the spec gives it.
        """)
  }

  @Test func `is an entry of the corpus like others: two are two`() throws {
    let path = NSTemporaryDirectory() + "corpus-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let folder = CorpusFolder(path: path)
    let files = try [1, 2].map { count in
      let recorder = StoreRecorder(of: notebook)
      let store = Store(initialState: Notebook.State()) {
        Notebook()
      } withDependencies: {
        recorder.install(in: &$0)
      }
      for _ in 0..<count { store.send(.add(1)) }
      return try folder.add(recorder.trace)
    }
    #expect(
      files.map { ($0 as NSString).lastPathComponent } == ["recording.json", "recording-2.json"])
    #expect(folder.files() == files.sorted())
  }

  @Test func `that is open is to fail`() {
    let recorder = StoreRecorder(of: notebook)
    let store = Store(initialState: Notebook.State()) {
      Notebook()
    } withDependencies: {
      recorder.install(in: &$0)
    }
    store.send(.add(1))
    var trace = recorder.trace
    trace.status = .open
    #expect(replay(trace, notebook).outcome == .noLongerFails)
    store.send(.add(1_000))
    trace = recorder.trace
    trace.status = .open
    #expect(replay(trace, notebook).outcome == .asExpected)
    trace.status = .fixed
    #expect(replay(trace, notebook).outcome == .failsAgain)
  }

  @Test func `is not replayed from another State, and several stores are no trace`() throws {
    let recorder = StoreRecorder(of: notebook)
    func makeStore(_ total: Int) -> StoreOf<Notebook> {
      Store(initialState: Notebook.State(total: total)) {
        Notebook()
      } withDependencies: {
        recorder.install(in: &$0)
      }
    }
    let store = makeStore(8)
    store.send(.add(1))
    let report = replay(recorder.trace, notebook)
    #expect(report.outcome == .stale)
    #expect(
      report.message.hasPrefix(
        "r.json: the store did not begin with initial state 0 of Notebook, which is"))
    let another = makeStore(0)
    another.send(.add(1))
    let path = NSTemporaryDirectory() + "\(UUID().uuidString).json"
    let error = #expect(throws: TraceFileError.self) { try recorder.write(to: path) }
    #expect(error?.description.hasPrefix("2 stores went on with dependencies") == true)
  }
}

/// Waits for an answer, and does nothing about a failure.
private struct Loader: Reducer {
  struct State {
    var isLoading = false
    var seed = 0
  }
  enum Action: Codable {
    case load
    case roll
    case loaded
  }

  @Dependency(\.backend) var backend
  var roll: @Sendable () -> Int = { 0 }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .load:
      state.isLoading = true
      return .run { send in
        if (try? await backend.f()) != nil { await send(.loaded) }
      }
    case .loaded: state.isLoading = false
    case .roll: state.seed = roll()
    }
    return .none
  }

  static let spec = Spec("Loader", of: Loader(), startingAt: State())
    .endpoint("backend.f") {
      $0.backend.f = $1
    } outcomes: {
      [.success(()), .failure(Lost())]
    }
    .sending(.load, .roll)
    .quiescent("nothing is loading at rest") { !$0.isLoading }
}

@MainActor @Suite struct `What a recording does not show again` {
  private func record(
    _ loader: Loader = Loader(), _ answer: @escaping @Sendable () async throws -> Void,
    _ actions: Loader.Action...
  ) async throws -> TraceFile {
    let recorder = StoreRecorder(of: Loader.spec)
    let answer = try recorder.recording("backend.f", answer)
    let store = Store(initialState: Loader.State()) {
      loader
    } withDependencies: {
      recorder.install(in: &$0)
      $0.backend.f = { try await answer() }
    }
    for action in actions { await store.send(action).finish() }
    return recorder.trace
  }

  private func replay(_ trace: TraceFile) -> EntryReport {
    SpecSession(spec: Loader.spec.erased).replay(trace, named: "r.json")
  }

  @Test func `is not an answer that came after the last action`() async throws {
    let trace = try await record(Loader(), { throw Lost() }, .load)
    let report = replay(trace)
    #expect(report.outcome == .failsAgain)
    #expect(report.demand?.events.map(\.kind) == [.send, .resolve])
  }

  @Test func `is an answer that fits no call`() async throws {
    var trace = try await record(Loader(), {}, .load)
    #expect(replay(trace).message == "Loader: the recording breaks nothing.")
    let index = try #require(trace.events.firstIndex { $0.kind == .resolve })
    var other = trace.events[index]
    other.address?.text = "backend.g(7)"
    trace.events.append(other)
    let report = replay(trace)
    #expect(report.outcome == .stale)
    #expect(
      report.message
        == "Loader: the recording breaks nothing. The recorded answer backend.g(7) → () is none that "
        + "the spec declares, or answers a call that nothing makes.")
  }

  @Test func `is a State that came to something else`() async throws {
    var loader = Loader()
    loader.roll = { 7 }
    let report = replay(try await record(loader, {}, .load, .roll))
    #expect(report.outcome == .stale)
    #expect(
      report.message
        == "Loader: the recording breaks nothing. After action 3, roll, State is not what it was in "
        + "the store; here it is State(isLoading: false, seed: 0). The feature depends on something "
        + "that the spec does not control, or it has changed.")
  }

  @Test func `of many actions is found in time`() async throws {
    let recorder = StoreRecorder(of: notebook)
    let store = Store(initialState: Notebook.State()) {
      Notebook()
    } withDependencies: {
      recorder.install(in: &$0)
    }
    for _ in 0..<5_000 { store.send(.add(0)) }
    let report = SpecSession(spec: notebook.erased).replay(recorder.trace, named: "r.json")
    #expect(report.message == "Notebook: the recording breaks nothing.")
  }

  @Test func `is not the answer of a call that was cancelled`() async throws {
    let recorder = StoreRecorder(of: Typing.spec)
    let calls = Mutex(0)
    let search = try recorder.recording("backend.f") {
      calls.withLock { $0 += 1 }
      try await Task.sleep(for: .seconds(60))
    }
    let store = Store(initialState: Typing.State()) {
      Typing()
    } withDependencies: {
      recorder.install(in: &$0)
      $0.backend.f = search
    }
    store.send(.type)
    // Cancelled before it has started, it would call nothing.
    while calls.withLock({ $0 }) == 0 { await Task.yield() }
    store.send(.type)
    while !recorder.trace.events.contains(where: { $0.kind == .resolve }) { await Task.yield() }
    let trace = recorder.trace
    #expect(trace.events.map(\.kind) == [.send, .send, .resolve])
    let report = SpecSession(spec: Typing.spec.erased).replay(trace, named: "r.json")
    #expect(report.message == "Typing: the recording breaks nothing.")
  }

  @Test func `is not a store that was only made, and not the cancellation of a send`() async throws
  {
    let recorder = StoreRecorder(of: Typing.spec)
    func makeStore() -> StoreOf<Typing> {
      Store(initialState: Typing.State()) {
        Typing()
      } withDependencies: {
        recorder.install(in: &$0)
        $0.backend.f = { try await Task.sleep(for: .seconds(60)) }
      }
    }
    _ = makeStore()
    let store = makeStore()
    let task = store.send(.type)
    task.cancel()
    await task.finish()
    let path = NSTemporaryDirectory() + "\(UUID().uuidString).json"
    try recorder.write(to: path)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let report = SpecSession(spec: Typing.spec.erased).replay(path)
    #expect(report.message == "Typing: the recording breaks \"nothing is wanted at rest\".")
  }

  @Test func `is not a date, nor a number that was drawn`() async throws {
    let recorder = StoreRecorder(of: Dated.spec)
    let store = Store(initialState: Dated.State()) {
      Dated()
    } withDependencies: {
      recorder.install(in: &$0)
    }
    store.send(0)
    store.send(1)
    let report = SpecSession(spec: Dated.spec.erased).replay(recorder.trace, named: "r.json")
    #expect(report.outcome == .asExpected)
    #expect(report.message.hasPrefix("Dated: the recording breaks nothing."))
  }
}

/// Searches anew with each letter.
private struct Typing: Reducer {
  struct State { var wanted = 0 }
  enum Action: Codable { case type, loaded }

  @Dependency(\.backend) var backend

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .type:
      state.wanted = 1
      return .run { send in
        try await backend.f()
        await send(.loaded)
      } catch: { _, _ in
      }
      .cancellable(id: "q", cancelInFlight: true)
    case .loaded:
      state.wanted = 0
      return .none
    }
  }

  static let spec = Spec("Typing", of: Typing(), startingAt: State())
    .endpoint("backend.f") {
      $0.backend.f = $1
    } outcomes: {
      [.success(())]
    }
    .sending(.type)
    .quiescent("nothing is wanted at rest") { $0.wanted == 0 }
}

/// Keeps the date, and what it throws.
private struct Dated: Reducer {
  struct State {
    var date: Date?
    var die = 0
  }

  @Dependency(\.date) var date
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

  func reduce(into state: inout State, action: Int) -> Effect<Int> {
    if action == 0 {
      state.date = date.now
    } else {
      state.die = withRandomNumberGenerator { Int.random(in: 1...1_000_000, using: &$0) }
    }
    return .none
  }

  static let spec = Spec("Dated", of: Dated(), startingAt: State()).sending(0, 1)
    .never("minus one") { $0.die < 0 }
}
