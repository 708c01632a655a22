import Reducers
import Specs
import Testing

@testable import ReducerCheck

/// A number that is no number, and an action that changes nothing.
private struct Unequal: Reducer {
  struct State { var value = Double.nan }
  enum Action { case nothing }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

/// A counter that goes round.
private struct Round: Reducer {
  struct State { var count = 0 }
  enum Action {
    case count
    case set(Bool)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .count = action { state.count = (state.count + 1) % 5 }
    return .none
  }
}

/// A counter that looks at how often it was asked.
private struct Impure: Reducer {
  final class Calls { var count = 0 }
  struct State { var count = 0 }
  enum Action { case count }

  let calls = Calls()

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    calls.count += 1
    state.count = calls.count % 2
    return .none
  }
}

/// Collects numbers, and remembers one of them once they are many: whichever comes first.
private struct Collecting: Reducer {
  struct State {
    var numbers: Set<Int> = []
    var first: Int?
  }
  enum Action {
    case add(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard case .add(let number) = action else { return .none }
    state.numbers.insert(number)
    if state.numbers.count > 5 { state.first = state.numbers.first }
    return .none
  }
}

/// A counter that goes round in an object.
private struct Shared: Reducer {
  final class Box { var count = 0 }
  struct State {
    var box = Box()
    var count = 0
  }
  enum Action { case count }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count = (state.count + 1) % 3
    return .none
  }
}

/// What a search says of a spec, as the command reports it.
private func verdicts(
  _ spec: any Checkable, _ limits: ExplorationLimits = ExplorationLimits(keepsGoing: true)
) -> [String: String] {
  let report = SpecSession(spec: spec.erased).explore(limits)
  return Dictionary(
    report.properties.map { ($0.property, $0.verdict.rawValue) }, uniquingKeysWith: { $1 })
}

@Suite struct `A search proves no more than it saw` {
  private let round = Spec("Round", of: Round(), startingAt: Round.State())
    .always("below five") { $0.count < 5 }
    .reachable("three") { $0.count == 3 }
    .reachable("six") { $0.count == 6 }

  @Test func `a space that closes is a proof, or shows that nothing is like that`() {
    #expect(
      verdicts(round.sending(.count)) == [
        "below five": "proved", "three": "reached", "six": "falsified",
      ])
  }

  @Test func `a depth that is too small is said, and nothing is proved`() {
    let limits = ExplorationLimits(depth: 2, keepsGoing: true)
    #expect(
      verdicts(round.sending(.count), limits) == [
        "below five": "held", "three": "inconclusive", "six": "inconclusive",
      ])
    let report = SpecSession(spec: round.sending(.count).erased).explore(limits)
    #expect(report.exploration?.reservations == ["the search went to a depth of 2 events"])
  }

  @Test func `payloads that are few are all sent`() {
    #expect(verdicts(round)["below five"] == "proved")
  }

  @Test func `a compact store says what the odds are`() throws {
    let report = SpecSession(spec: round.sending(.count).erased)
      .explore(ExplorationLimits(isCompact: true, keepsGoing: true))
    #expect(report.properties[0].verdict == .held)
    // Five configurations: ten pairs of them, and 10 / 2⁶⁴ is this.
    #expect(
      report.exploration?.reservations == [
        "compact store: a configuration was missed with odds of at most 5.4e-19"
      ])
  }

  @Test func `what a reference holds is not compared, and nothing is proved`() {
    let spec = Spec("Shared", of: Shared(), startingAt: Shared.State()).sending(.count)
      .always("below three") { $0.count < 3 }
    let report = SpecSession(spec: spec.erased).explore(ExplorationLimits())
    #expect(report.exploration?.isClosed == true)
    #expect(report.properties[0].verdict == .held)
    #expect(
      report.exploration?.reservations == [
        "State holds a reference or a closure, which is compared by identity"
      ])
  }

  @Test func `a plain model that is no function is reported, and nothing is proved`() {
    let spec = Spec("Impure", of: Impure(), startingAt: Impure.State()).sending(.count)
      .always("below two") { $0.count < 2 }
    let report = SpecSession(spec: spec.erased).explore(ExplorationLimits())
    #expect(report.findings.map(\.kind) == ["impureReducer"])
    #expect(report.properties[0].verdict == .inconclusive)
  }

  @Test func `a plain model is audited deep down too`() {
    let spec = Spec("Collecting", of: Collecting(), startingAt: Collecting.State())
      .sending { state in (0..<12).filter { !state.numbers.contains($0) }.map { .add($0) } }
      .always("few") { $0.numbers.count < 20 }
    let report = SpecSession(spec: spec.erased).explore(ExplorationLimits(workers: 1))
    #expect(report.findings.map(\.kind) == ["impureReducer"])
    #expect(report.properties[0].verdict == .inconclusive)
  }

  @Test func `a state that differs from itself is one state`() throws {
    let spec = Spec("Unequal", of: Unequal(), startingAt: Unequal.State()).sending(.nothing)
    let found = try searched(spec)
    #expect(found.configurations == 1)
    #expect(found.isClosed)
  }

  @Test func `an alphabet that is empty everywhere is said`() throws {
    let spec = Spec("Silent", of: Unequal(), startingAt: Unequal.State()).sending { _ in [] }
    let report = SpecSession(spec: spec.erased).explore(ExplorationLimits())
    #expect(report.exploration?.distinct == 1)
    #expect(TextFormat(command: "x").text(report).contains("nothing is ever sent"))
  }

  @Test(arguments: [1, 2]) func `the same is found by any number of workers`(
    workers: Int
  ) throws {
    let limits = ExplorationLimits(workers: workers, keepsGoing: true)
    let report = SpecSession(spec: jugs.erased).explore(limits)
    let demand = try #require(report.properties.first)
    #expect(
      demand.events.map(\.text) == [
        "fillBig", "bigToSmall", "emptySmall", "bigToSmall", "fillBig", "bigToSmall",
      ])
    #expect(report.exploration?.frontierByDepth == [1, 2, 3, 2, 2, 2, 2, 2])
  }
}
