import Testing
import TransitionSystems

@Suite struct IntegerTests {
  @Test func `signs alternate as long as the range allows`() throws {
    #expect(first(6, .integer(in: -9...9)) == [0, 1, -1, 2, -2, 3])
    #expect(first(6, .integer(in: -1...9)) == [0, 1, -1, 2, 3, 4])
    #expect(first(6, .integer(in: -9...1)) == [0, 1, -1, -2, -3, -4])
    #expect(first(3, .integer(in: 5...9)) == [5, 6, 7])
    #expect(first(3, .integer(in: -9...(-5))) == [-5, -6, -7])
    #expect(first(3, .integer(in: 7...7)) == [7])
  }

  @Test func `Int16 covers its whole range, each number once`() {
    let all = Generator<Int16>.any.allValues(limit: 100_000)
    #expect(all.isComplete)
    #expect(Set(all.values).count == 65_536)
    #expect(all.values.suffix(3) == [32_767, -32_767, -32_768])
  }

  @Test func `the widest ranges reach both their ends`() throws {
    #expect(try Generator<Int64>.any.replay([.max]) == .min)
    #expect(try Generator<Int64>.any.replay([.max - 2]) == .max)
    #expect(try Generator<UInt64>.any.replay([.max]) == .max)
    #expect(try Generator<Int128>.any.replay([]) == 0)
    #expect(try Generator<Int128>.any.replay([.max, 0]) == .min)
    #expect(try Generator<UInt128>.any.replay([.max, .max]) == .max)
    #expect(try Generator<Int128>.integer(in: -5...5).replay([4]) == -2)
  }

  @Test func `boundaries are drawn within a hundred draws`() throws {
    var source = ChoiceSource(seed: 1)
    let drawn = try (0..<200).map { _ in try source(Generator<Int32>.any) }
    #expect(Set([0, 1, -1, .min, .max]).isSubset(of: drawn))
  }

  private func first(_ count: Int, _ generator: Generator<Int>) -> [Int] {
    generator.allValues(limit: count).values
  }
}
