import Testing
import TransitionSystems

@Suite struct GeneratedTests {
  enum Flavour: CaseIterable, Generated { case lemon, mint, plum }

  struct Order: Generated, Equatable {
    var flavour: Flavour
    var count: Int
    static var generator: Generator<Order> { zip(.any, .any).map(Order.init) }
  }

  @Test func `an enum without payloads has a generator for nothing`() {
    #expect(Generator<Flavour>.any.allValues(limit: 10).values == [.lemon, .mint, .plum])
  }

  @Test func `a struct's generator is made of its fields'`() throws {
    #expect(try Generator<Order>.any.replay([1, 2]) == Order(flavour: .mint, count: -1))
  }

  @Test func `the simplest values are what a person would write`() throws {
    #expect(try Generator<Bool>.any.replay([]) == false)
    #expect(try Generator<Double>.any.replay([]) == 0)
    #expect(try Generator<Float>.any.replay([0, 2]) == -1)
    #expect(try Generator<String>.any.replay([]) == "")
    #expect(try Generator<String>.any.replay([1]) == "a")
    #expect(try Generator<Character>.any.replay([0, 1]) == "b")
    #expect(try Generator<Int?>.any.replay([]) == nil)
    #expect(try Generator<[Int]>.any.replay([]) == [])
    #expect(try Generator<Set<Int>>.any.replay([1, 4]) == [-2])
    #expect(try Generator<[UInt8: Bool]>.any.replay([1, 5, 1]) == [5: true])
  }

  @Test func `floating-point numbers are finite and have unusual ones among them`() throws {
    var source = ChoiceSource(seed: 2)
    let drawn = try (0..<2_000).map { _ in try source(Generator<Double>.any) }
    #expect(drawn.allSatisfy { $0.isFinite })
    #expect(drawn.contains { $0 == 0 && $0.sign == .minus })
    #expect(drawn.contains(.greatestFiniteMagnitude))
    #expect(drawn.contains { $0 != $0.rounded() && abs($0) < 100 })
    let share = try (0..<500).map { _ in try source(.double(in: -1...3)) }
    #expect(share.allSatisfy { (-1...3).contains($0) })
  }

  @Test func `strings have plain, joined and invisible characters among them`() throws {
    var source = ChoiceSource(seed: 3)
    let text = try (0..<500).map { _ in try source(Generator<String>.any) }.joined()
    #expect(text.contains("a") && text.contains("👨‍👩‍👧") && text.contains("\u{200B}"))
  }
}
