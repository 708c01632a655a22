import Foundation
import Reducers
import Testing

@testable import ReducerCheck

/// A load that starts anew when something happens, or notes that, beside a poll that goes on.
private struct Loading: Reducer {
  struct State {
    var isLoading = false
    var isPolling = false
    var isDirty = false
  }
  enum Action { case load, event, fetched, polled }
  enum CancelID { case fetch }

  struct Client: DependencyKey {
    var load: @Sendable () async throws -> Int = { 0 }
    var poll: @Sendable () async throws -> Int = { 0 }
    static let liveValue = Client()
  }

  @Dependency(Client.self) var client
  let restarts: Bool

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .load where !state.isLoading:
      state.isLoading = true
      defer { state.isPolling = true }
      return state.isPolling ? fetch : .merge(fetch, poll)
    case .event where state.isLoading && restarts: return fetch
    case .event: state.isDirty = state.isLoading
    case .fetched: state.isLoading = false
    case .polled: return poll
    case .load: break
    }
    return .none
  }

  private var fetch: Effect<Action> {
    .run { send in
      _ = try? await client.load()
      await send(.fetched)
    }
    .cancellable(id: CancelID.fetch, cancelInFlight: true)
  }

  private var poll: Effect<Action> {
    .run { send in
      _ = try? await client.poll()
      await send(.polled)
    }
  }

  static func spec(restarts: Bool) -> Spec<State, Action> {
    Spec("Loading", of: Loading(restarts: restarts), startingAt: State())
      .endpoint("load") {
        $0[Client.self].load = $1
      } returning: {
        1
      }
      .endpoint("poll") {
        $0[Client.self].poll = $1
      } returning: {
        1
      }
      .sending { $0.isLoading ? [.event] : [.load] }
      .inFlight(atMost: 2)
      .eventually("loading ends", whileTheOutsideActs: true) { !$0.isLoading }
  }
}

@Suite struct `A trace that goes round for ever` {
  private func resolve(
    _ endpoint: String, of starter: String = "load", _ ids: [String] = []
  ) -> StoredEvent {
    StoredEvent(
      kind: .resolve, text: "1",
      address: StoredAddress(
        startedBy: starter, location: "", ids: ids, endpoint: endpoint, text: "\(endpoint)()",
        ordinal: 0), outcome: 0)
  }

  private func file(_ events: StoredEvent..., cycle: Int) -> TraceFile {
    TraceFile(
      format: 2, spec: "Loading", property: "loading ends", kind: "eventually", events: events,
      cycle: cycle)
  }

  private let load = StoredEvent(kind: .send, text: "load")
  private let event = StoredEvent(kind: .send, text: "event")
  private var first: StoredEvent { resolve("poll") }
  private var next: StoredEvent { resolve("poll", of: "polled") }

  private func replay(_ file: TraceFile, restarts: Bool = true) -> EntryReport {
    SpecSession(spec: Loading.spec(restarts: restarts).erased).replay(file, named: "x.json")
  }

  @Test func `is what a search finds, in a file that says how much repeats`() throws {
    let spec = Loading.spec(restarts: true)
    let report = SpecSession(spec: spec.erased).explore(ExplorationLimits(depth: 4))
    let demand = try #require(report.properties.first)
    #expect(demand.verdict == .falsified)
    let found = try #require(TraceFile(demand))
    #expect(found.format == 2)
    #expect(found.cycle == 2)
    #expect(found.events.count == 3)
    let read = try JSONDecoder().decode(TraceFile.self, from: found.encoded)
    #expect(read == found)
    let again = replay(read)
    #expect(again.outcome == .failsAgain)
    #expect(again.message == "Loading: \"loading ends\" fails.")
    #expect(again.demand?.cycle == 2)
    #expect(again.demand?.events.count == 3)
    #expect(again.demand?.reason == demand.reason)
  }

  @Test func `breaks nothing where it does not come back`() {
    #expect(replay(file(load, event, first, cycle: 2)).outcome == .failsAgain)
    #expect(replay(file(load, event, first, event, next, cycle: 4)).outcome == .failsAgain)
    #expect(replay(file(load, event, first, cycle: 3)).outcome == .noLongerFails)
    #expect(replay(file(load, event, first, cycle: 2), restarts: false).demand == nil)
  }

  @Test func `breaks nothing where the goal is on its way`() {
    let fetched = resolve("load", of: "event", ["CancelID.fetch"])
    let whole = file(load, event, first, fetched, load, event, next, cycle: 4)
    #expect(replay(whole).outcome == .noLongerFails)
    var part = whole
    part.cycle = 2
    #expect(replay(part).outcome == .failsAgain)
  }

  @Test func `breaks nothing where a pending call is starved`() {
    #expect(replay(file(load, first, next, cycle: 1)).outcome == .noLongerFails)
    #expect(replay(file(load, event, cycle: 1)).outcome == .noLongerFails)
    #expect(replay(file(load, first, next, event, cycle: 2)).outcome == .failsAgain)
  }

  @Test func `is stale where an event can no longer happen`() {
    #expect(
      replay(file(load, resolve("other"), cycle: 1)).message
        == "x.json is stale: event 2, resolve other() → 1, can no longer happen there. Find the bug anew with `fuzz Loading`, or remove the entry with `corpus remove x.json`."
    )
  }

  @Test(arguments: [0, 3]) func `has as many events as it repeats`(cycle: Int) {
    let report = replay(file(load, event, cycle: cycle))
    #expect(report.outcome == .stale)
    #expect(
      report.message
        == "x.json is no trace: its last \(cycle) events are to repeat, and it has 2. Find it anew with `explore Loading`."
    )
  }

  @Test func `cannot be made minimal`() {
    let session = SpecSession(spec: Loading.spec(restarts: true).erased)
    #expect {
      try session.minimize(file(load, event, cycle: 1), named: "x.json")
    } throws: {
      "\($0)"
        == "x.json goes round for ever, and only a trace that ends can be made minimal. `explore Loading` finds a short one."
    }
  }
}
