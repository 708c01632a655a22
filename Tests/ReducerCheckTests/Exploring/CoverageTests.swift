import Reducers
import Testing

@testable import ReducerCheck

/// Writes and calls at once, and may look at what came of it; small enough to count by hand.
///
/// Once it has started there is a letter on its way, answered or lost, and a phone that has rung or
/// not: with the start seven configurations. A letter may be answered or lost before the phone
/// rings and after, and the phone may ring in each of the three: seven steps by effects.
private struct Desk: Reducer {
  enum Letter { case none, answered, lost }
  struct State {
    var hasStarted = false
    var letter = Letter.none
    var hasRung = false
    var label = "desk"
  }
  enum Action {
    case start, look, tidy, shout
    case arrived(Bool)
    case rang(Int)
  }
  struct Client: DependencyKey {
    var mail: @Sendable () async throws -> String = { "" }
    var phone: @Sendable () async -> Int = { 0 }
    static let liveValue = Client()
  }

  @Dependency(Client.self) var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      state.hasStarted = true
      return .merge(
        .run { send in await send(.arrived((try? await client.mail()) != nil)) },
        .run { send in await send(.rang(await client.phone())) })
    case .look: break
    case .tidy: state.letter = .answered
    case .shout: state.label = "DESK"
    case .arrived(let isThere): state.letter = isThere ? .answered : .lost
    case .rang: state.hasRung = true
    }
    return .none
  }

  static var spec: Spec<State, Action> {
    Spec("Desk", of: Desk(), startingAt: State())
      .endpoint("mail") {
        $0[Client.self].mail = $1
      } returning: {
        "yes"
      }
      .endpoint("phone") {
        $0[Client.self].phone = $1
      } returning: {
        7
      }
      .sending { state in
        state.hasStarted ? [.look] + (state.letter == .lost ? [.tidy] : []) : [.start]
      }
      .always("what is lost was sent") { ($0.letter == .lost).implies($0.hasStarted) }
      .always("what is loud is heard") { ($0.label == "DESK").implies($0.hasRung) }
      .quiescent("at rest the phone has rung") { $0.hasStarted.implies($0.hasRung) }
      .step("a tidied letter is answered") {
        ($0.text == "tidy").implies($0.after.letter == .answered)
      }
  }
}

@Suite struct `What a search covers` {
  @Test(arguments: [1, 2]) func `is counted as by hand`(workers: Int) throws {
    let report = SpecSession(spec: Desk.spec.erased)
      .explore(ExplorationLimits(workers: workers, keepsGoing: true))
    let exploration = try #require(report.exploration)
    #expect(exploration.frontierByDepth == [1, 1, 3, 2])
    // The start, seven steps by effects, six looks and two tidyings up.
    #expect(exploration.generated == 1 + 1 + 7 + 6 + 2)
    // Swift puts cases with payloads first.
    #expect(
      exploration.actions.map { "\($0.name) \($0.sent) \($0.changed) \($0.delivered)" } == [
        "arrived 0 0 4", "rang 0 0 3", "start 1 1 0", "look 6 0 0", "tidy 2 2 0", "shout 0 0 0",
      ])
    #expect(
      exploration.outcomes.map { "\($0.endpoint) \($0.outcome) \($0.count)" } == [
        "mail \"yes\" 2", "mail failure 2", "phone 7 3",
      ])
    #expect(
      exploration.fields.map { "\($0.name) \($0.count)" } == [
        "hasStarted 2", "letter 3", "hasRung 2", "label 1",
      ])
    // Both are pending in one configuration, where the letter may be answered or lost.
    #expect(
      exploration.pairs.map { "\($0.one) \($0.oneFirst), \($0.other) \($0.otherFirst)" } == [
        "mail 2, phone 1"
      ])
    // Three configurations are at rest, one of them before the start.
    #expect(report.properties.map(\.asked) == [7, 7, 3, 16])
    #expect(report.properties.map(\.substantial) == [2, 0, 2, 2])
  }

  @Test func `is printed, and what never happened comes first`() {
    let report = SpecSession(spec: Desk.spec.erased)
      .explore(ExplorationLimits(workers: 1, keepsGoing: true))
    let text = TextFormat(command: "x").text(report)
      .replacing(#/ steps in [0-9.]+ s, [0-9,]+ bytes a configuration/#, with: " steps")
    #expect(
      text == """
        Desk: all 7 configurations, up to 3 events deep; 17 steps, 1 worker.
          proved       what is lost was sent (its premise held 2 of 7 times)
          proved       what is loud is heard (its premise never held)
          proved       at rest the phone has rung (its premise held 2 of 3 times)
          proved       a tidied letter is answered (its premise held 2 of 16 times)
          never reduced: shout
          never changed anything: look
          State fields with one value: label
          actions (sent/changed something/by effects): arrived 0/0/4, rang 0/0/3, start 1/1/0, look 6/0/0, tidy 2/2/0
          outcomes: mail → "yes" 2, mail → failure 2, phone → 7 3
          values: hasStarted 2, letter 3, hasRung 2, label 1

        """)
  }

  @Test func `is named where a property was never asked`() {
    let spec = Several.spec(.log, effects: 2).quiescent("all is logged") { $0.log.count == 2 }
    let report = SpecSession(spec: spec.erased).explore(ExplorationLimits(depth: 1))
    #expect(report.properties.map(\.asked) == [0])
    #expect(
      TextFormat(command: "x").text(report)
        .contains("  held         all is logged (never asked)\n"))
  }
}

/// What the first call brings takes two more, which are too many while the second call is pending.
private struct Burst: Reducer {
  struct State {}
  enum Action { case start, first, second, more }
  struct Client: DependencyKey {
    var first: @Sendable () async -> Void = {}
    var second: @Sendable () async -> Void = {}
    var more: @Sendable () async -> Void = {}
    static let liveValue = Client()
  }

  @Dependency(Client.self) var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start: .merge(run(client.first, .first), run(client.second, .second))
    case .first: .merge(run(client.more, .more), run(client.more, .more))
    case .second, .more: .none
    }
  }

  private func run(_ call: @escaping @Sendable () async -> Void, _ action: Action) -> Effect<Action>
  {
    .run { send in
      await call()
      await send(action)
    }
  }
}

@Suite struct `Calls that are resolved in one order only` {
  @Test func `are named`() throws {
    let spec = Spec("Burst", of: Burst(), startingAt: Burst.State())
      .endpoint("first") { $0[Burst.Client.self].first = $1 }
      .endpoint("second") { $0[Burst.Client.self].second = $1 }
      .endpoint("more") { $0[Burst.Client.self].more = $1 }
      .starting(with: .start)
      .sending { _ in [] }
      .inFlight(atMost: 2)
    let report = SpecSession(spec: spec.erased).explore(ExplorationLimits(workers: 1))
    let exploration = try #require(report.exploration)
    #expect(
      exploration.pairs.map { "\($0.one) \($0.oneFirst), \($0.other) \($0.otherFirst)" } == [
        "first 0, second 1"
      ])
    let text = TextFormat(command: "x").text(report)
    #expect(text.contains("  never resolved first: first while second was pending\n"))
  }
}
