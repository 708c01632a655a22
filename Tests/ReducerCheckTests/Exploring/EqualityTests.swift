import Reducers
import Testing

@testable import ReducerCheck

private let pairs: [any Pair.Type] = [
  WithConstantHash.self, WithPartOfHash.self, ComparedInPart.self, AlwaysEqual.self,
  NeverEqual.self, OnlyEquatable.self, Neither.self,
]

extension SearchFacts {
  /// The same with a type's name taken out of what is printed.
  fileprivate func without(_ type: any Pair.Type) -> SearchFacts {
    var copy = self
    let text: (String) -> String = { $0.replacing("\(type)", with: "Pair") }
    copy.findings = findings.map(text)
    copy.coverage = text(coverage)
    return copy
  }
}

private func facts(
  _ type: any Pair.Type, isPlain: Bool, _ limits: ExplorationLimits
) throws -> SearchFacts {
  func open<P: Pair>(_ type: P.Type) throws -> SearchFacts {
    try SearchFacts.of(isPlain ? PairFeature<P>.plain : PairFeature<P>.withEffects, limits)
      .without(type)
  }
  return try open(type)
}

@Suite struct `What a type says of equality` {
  @Test(arguments: [true, false], [1, 2])
  func `changes nothing of a search`(isPlain: Bool, workers: Int) throws {
    for isCompact in [false, true] {
      let limits = ExplorationLimits(
        inFlight: 2, workers: workers, isCompact: isCompact, keepsGoing: true)
      let known = try facts(Synthesized.self, isPlain: isPlain, limits)
      #expect(known.end == .closed)
      #expect(known.findings.count == 2)
      for pair in pairs {
        #expect(try facts(pair, isPlain: isPlain, limits) == known, "\(pair)")
      }
    }
  }

  /// Four pairs, each with nothing kept or any of four, after a failure or not.
  @Test func `hides none of the configurations that there are`() throws {
    let found = try searched(PairFeature<AlwaysEqual>.plain)
    #expect(found.isPlain)
    #expect(found.configurations == 4 * 5 * 2)
  }
}

/// Sets of values whose hashes collide, so that the order of insertion shows when they are gone
/// through.
private struct Colliding: Reducer {
  struct State {
    var members: Set<WithConstantHash> = []
    var places: [WithConstantHash: Int] = [:]
  }
  enum Action {
    case toggle(Int)
    case place(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .toggle(let number):
      let pair = WithConstantHash(hidden: number)
      if state.members.remove(pair) == nil { state.members.insert(pair) }
    case .place(let number):
      let pair = WithConstantHash(hidden: number)
      state.places[pair] = state.places[pair] == nil ? number : nil
    }
    return .none
  }
}

@Suite struct `Sets and dictionaries whose hashes collide` {
  @Test func `have no order`() throws {
    let spec = Spec("Colliding", of: Colliding(), startingAt: Colliding.State())
      .sending { _ in (0..<3).map { .toggle($0) } + (0..<3).map { .place($0) } }
    let found = try searched(spec)
    #expect(found.configurations == 8 * 8)
    #expect(found.generated == 1 + 64 * 6)
    #expect(found.isClosed)
  }
}
