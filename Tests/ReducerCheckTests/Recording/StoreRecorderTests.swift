import Examples
import Foundation
import Reducers
import Specs
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

/// A store that a recorder writes down.
@MainActor func recorded<Feature: Reducer>(
  _ feature: Feature, _ state: Feature.State, by recorder: StoreRecorder,
  _ prepare: (inout DependencyValues) -> Void = { _ in }
) -> StoreOf<Feature> {
  Store(initialState: state) {
    feature
  } withDependencies: {
    recorder.install(in: &$0)
    prepare(&$0)
  }
}

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
    let store = recorded(Notebook(), Notebook.State(), by: recorder)
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
    let store = recorded(Diary(), Diary.State(), by: recorder)
    store.send(.add(3))
    store.send(.add(20))
    let report = replay(recorder.trace, diary)
    #expect(report.message == #"Diary: the recording breaks "the total stays below fourteen"."#)
    let minimal = try SpecSession(spec: diary.erased).minimize(recorder.trace, named: "r.json")
    #expect(minimal.events.map(\.text) == ["add(14)"])
    let other = StoreRecorder(of: diary)
    let another = recorded(Diary(), Diary.State(), by: other)
    another.send(.add(99))
    #expect(replay(other.trace, diary).outcome == .stale)
  }

  @Test func `is refused where an action cannot be made again`() {
    let recorder = StoreRecorder(named: "Contador")
    let store = recorded(Contador(), Contador.State(), by: recorder)
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
      let store = recorded(Notebook(), Notebook.State(), by: recorder)
      for _ in 0..<count { store.send(.add(1)) }
      return try folder.add(recorder.trace)
    }
    #expect(
      files.map { ($0 as NSString).lastPathComponent } == ["recording.json", "recording-2.json"])
    #expect(folder.files() == files.sorted())
  }

  @Test func `that is open is to fail`() {
    let recorder = StoreRecorder(of: notebook)
    let store = recorded(Notebook(), Notebook.State(), by: recorder)
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
      recorded(Notebook(), Notebook.State(total: total), by: recorder)
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

  @Test func `of many actions is replayed in time`() async throws {
    let recorder = StoreRecorder(of: notebook)
    let store = recorded(Notebook(), Notebook.State(), by: recorder)
    for _ in 0..<5_000 { store.send(.add(0)) }
    let report = SpecSession(spec: notebook.erased).replay(recorder.trace, named: "r.json")
    #expect(report.message == "Notebook: the recording breaks nothing.")
  }
}
