import Testing
import TransitionSystems

@Suite struct FalsifyTests {
  @Test func `the same seed ends in the same result, step by step`() throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      let first = try run(seed: seed)
      let second = try run(seed: seed)
      #expect(first.original == second.original)
      #expect(first.minimal == second.minimal)
      #expect(first.choices == second.choices)
      #expect(first.passes == second.passes)
    }
  }

  @Test func `the choices draw the minimal value again`() throws {
    let found = try run(seed: 3)
    #expect(try Generator<[String]>.any.replay(found.choices) == found.minimal)
    #expect(found.minimal == ["aa"])
  }

  @Test func `a property that holds has no counterexample`() throws {
    #expect(try falsify(Generator<Int8>.any, seed: 1) { $0 == $0 } == nil)
  }

  @Test func `a property breaks by throwing, and leaves out by throwing Discarded`() throws {
    struct Broken: Error {}
    let found = try falsify(Generator<Int>.any, seed: 1) { number in
      if number.isMultiple(of: 2) { throw Discarded("odd ones only") }
      if abs(number.distance(to: 0)) > 6 { throw Broken() }
      return true
    }
    #expect(found?.minimal == 7)
  }

  @Test func `characters shrink to the first of the alphabet`() throws {
    let found = try falsify(Generator<String>.any, seed: 9) { !$0.contains { $0 > "c" } }
    #expect(found?.minimal == "d")
  }

  @Test func `dictionaries and sets shrink by their entries`() throws {
    let set = try falsify(Generator<Set<Int>>.any, seed: 2) { $0.count < 3 }
    #expect(set?.minimal == [0, 1, -1])
    let dictionary = try falsify(Generator<[Int: Bool]>.any, seed: 2) { !$0.values.contains(true) }
    #expect(dictionary?.minimal == [0: true])
  }

  @Test func `fractions shrink to whole numbers where those fail too`() throws {
    let found = try falsify(Generator<Double>.any, seed: 5) { $0 < 100.5 }
    #expect(found?.minimal == 101)
  }

  @Test func `a limit that is reached is said`() throws {
    let limits = ShrinkLimits(evaluations: 2)
    let found = try falsify(Generator<[Int]>.any, seed: 1, limits: limits) { $0.count < 4 }
    #expect(found?.isCutShort == true)
    #expect(found?.evaluations == 2)
  }

  private func run(seed: UInt64) throws -> Falsification<[String]> {
    try #require(
      try falsify(Generator<[String]>.any, seed: seed) { $0.allSatisfy { $0.utf8.count < 2 } })
  }
}
