import Testing
import TransitionSystems

@Suite struct ChoiceSourceTests {
  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func `recorded numbers draw the same value and the same structure again`(
    _ seed: UInt64
  ) throws {
    let generator = Generator<[String: [Int8?]]>.any
    var source = ChoiceSource(seed: seed, recordsSpans: true)
    let value = try generator.draw(from: &source)
    var again = ChoiceSource(script: source.sequence.values)
    #expect(try generator.draw(from: &again) == value)
    #expect(again.sequence == source.sequence)
    #expect(!again.overran)
  }

  @Test func `numbers above a bound are clamped, and missing ones are 0`() throws {
    let pair = zip(.integer(in: 10...19), .integer(in: 10...19))
    let drawn = try pair.replay([400])
    #expect(drawn == (19, 10))
  }

  @Test func `what is left of a script that is too long is not read`() throws {
    var source = ChoiceSource(script: [1, 2, 3])
    #expect(try Generator.integer(in: 0...9).draw(from: &source) == 1)
    #expect(source.sequence.values == [1])
  }

  @Test func `spans nest as the draws do`() throws {
    let generator = Generator<[Bool?]>.array(of: .optional(.bool))
    var source = ChoiceSource(script: [1, 1, 1, 1, 0, 0])
    #expect(try generator.draw(from: &source) == [true, nil])
    let spans = source.sequence.spans
    #expect(spans.map(\.label) == [.list, .element, .optional, .element, .optional])
    #expect(spans.map(\.range) == [0..<6, 0..<3, 1..<3, 3..<5, 4..<5])
    #expect(spans.map(\.parent) == [-1, 0, 1, 0, 3])
  }

  @Test func `an element cut out leaves the others as they were`() throws {
    for count in [0...4, 1...4, 2...3, 0...3] {
      let list = Generator<[Int]>.array(of: .integer(in: 0...9), count: count)
      let flags = (0..<3).map { UInt64($0 < count.lowerBound ? 0 : 1) }
      let numbers = [flags[0], 5, flags[1], 6, flags[2], 7, 0]
      #expect(try list.replay(numbers) == [5, 6, 7])
      #expect(try list.replay([flags[0], 5, flags[2], 7, 0]) == [5, 7])
    }
  }

  @Test func `a span's content moves to another depth by its structure`() throws {
    let tree = Generator<[[Int]]>.array(of: .array(of: .integer(in: 0...9)))
    var source = ChoiceSource(script: [1, 1, 3, 1, 4, 0, 1, 1, 5, 0, 0])
    #expect(try tree.draw(from: &source) == [[3, 4], [5]])
    let sequence = source.sequence
    let lists = sequence.spans.indices.filter { sequence.spans[$0].label == .list }
    let splice = ChoiceSource.Splice(
      span: lists[1], resume: sequence.spans[lists[1]].end,
      template: ChoiceTemplate(sequence, span: lists[2]))
    var spliced = ChoiceSource(script: sequence.values, splice: splice)
    #expect(try tree.draw(from: &spliced) == [[5], [5]])
  }

  @Test func `past the limit all choices are 0, so that every recursion ends`() throws {
    func endless() -> Generator<Int> {
      .compose { draw in
        try draw(.integer(in: 0...9)) == 0 ? 0 : 1 + (try draw(endless()))
      }
    }
    var source = ChoiceSource(then: .random(RandomSource(seed: 3)), limit: 4)
    #expect(try endless().draw(from: &source) <= 4)
  }

  @Test func `sequences are ordered by length, then by the first difference`() {
    #expect(shortlex([9], [0, 0]))
    #expect(shortlex([0, 9], [1, 0]))
    #expect(!shortlex([1, 0], [1, 0]))
  }
}
