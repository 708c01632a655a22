import Testing
import TransitionSystems

@Suite struct GeneratorTests {
  @Test func `a filter that rejects everything says so instead of hanging`() {
    let none = Generator<Int>.integer(in: 0...9).filter("above ten") { $0 > 10 }
    let error = #expect(throws: Discarded.self) { try falsify(none, seed: 1) { _ in true } }
    #expect(error == Discarded("above ten", attempts: 100))
    #expect(
      error?.description == "above ten rejected all 100 values it was given. "
        + "Draw values that fit instead of filtering them, or weaken the condition.")
  }

  @Test func `nothing to choose from says so`() {
    let error = #expect(throws: Discarded.self) {
      try falsify(Generator<Int>.element(of: []), seed: 1) { _ in true }
    }
    #expect(error?.description == "element(of:) has no value to draw. Give it at least one.")
    #expect(throws: Discarded("oneOf")) { try Generator<Int>.oneOf([]).replay([]) }
    #expect(throws: Discarded("frequency")) { try Generator.frequency((0, .bool)).replay([]) }
  }

  @Test func `a set too large for its elements says so`() {
    let set = Generator<Set<Bool>>.set(of: .bool, count: 3...4)
    let error = #expect(throws: Discarded.self) { try falsify(set, seed: 1) { _ in true } }
    #expect(error?.label == "set(of:)")
  }

  @Test func `an error within compose discards the draw and is named`() {
    struct Odd: Error {}
    let odd = Generator<Int>.compose { _ in throw Odd() }
    let error = #expect(throws: Discarded.self) { try odd.replay([]) }
    #expect(error?.label == "compose, which threw Odd(),")
  }

  @Test func `rejected draws leave no trace in the record`() throws {
    let odd = Generator<Int>.integer(in: 0...99).filter { !$0.isMultiple(of: 2) }
    var source = ChoiceSource(then: .random(RandomSource(seed: 5)))
    for _ in 0..<20 { _ = try odd.draw(from: &source) }
    #expect(source.sequence.count == 20)
  }

  @Test func `sizes keep to their ranges`() throws {
    for seed in 1...200 as ClosedRange<UInt64> {
      var source = ChoiceSource(seed: seed)
      #expect((2...5).contains(try source(.array(of: Generator<Int>.any, count: 2...5)).count))
      #expect(try source(.array(of: Generator<Int>.any, count: 3...3)).count == 3)
      #expect((1...3).contains(try source(.set(of: Generator<UInt8>.any, count: 1...3)).count))
      let entries = Generator.dictionary(Generator<Int>.any, .bool, count: 0...2)
      #expect(try source(entries).count <= 2)
      #expect(try source(.string(of: .element(of: ["x", "y"]), count: 4...4)).count == 4)
    }
  }

  @Test func `weights decide how often`() throws {
    let generator = Generator<String>.frequency((9, .always("often")), (1, .always("seldom")))
    var source = ChoiceSource(seed: 11)
    let often = try (0..<1_000).filter { _ in try source(generator) == "often" }.count
    #expect((860...940).contains(often))
  }

  @Test func `recursion ends at its depth, and starts with the leaf`() throws {
    let depth = Generator<Int>.recursive(.always(0), depth: 3) { smaller in
      smaller.map { $0 + 1 }
    }
    #expect(Set(depth.allValues(limit: 100).values) == [0, 1, 2, 3])
    #expect(try depth.replay([]) == 0)
  }

  @Test func `a later draw may depend on an earlier one`() throws {
    let pair = Generator<(Int, Int)>.compose { draw in
      let greatest = try draw(.integer(in: 1...9))
      return (greatest, try draw(.integer(in: 0...greatest)))
    }
    for seed in 1...100 as ClosedRange<UInt64> {
      var source = ChoiceSource(seed: seed)
      let (greatest, other) = try source(pair)
      #expect(other <= greatest)
    }
  }
}
