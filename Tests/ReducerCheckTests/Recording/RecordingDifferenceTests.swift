import Foundation
import Reducers
import Synchronization
import Testing

@testable import ReducerCheck

private struct Lost: Error {}

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
    let store = recorded(loader, Loader.State(), by: recorder) {
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

  @Test func `is not the answer of a call that was cancelled`() async throws {
    let recorder = StoreRecorder(of: Typing.spec)
    let calls = Mutex(0)
    let search = try recorder.recording("backend.f") {
      calls.withLock { $0 += 1 }
      try await Task.sleep(for: .seconds(60))
    }
    let store = recorded(Typing(), Typing.State(), by: recorder) { $0.backend.f = search }
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
      recorded(Typing(), Typing.State(), by: recorder) {
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
    let store = recorded(Dated(), Dated.State(), by: recorder)
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
