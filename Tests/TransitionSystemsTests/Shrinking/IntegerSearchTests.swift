import Testing
import TransitionSystems

@Suite struct IntegerSearchTests {
  @Test(arguments: [0, 1, 3, 4, 5, 10, 900, 65_535, 1 << 40] as [UInt64])
  func `a threshold is found exactly, in logarithmic time`(_ threshold: UInt64) {
    for known in [threshold + 1, threshold + 2, threshold + 77, threshold * 3 + 9, .max] {
      var calls = 0
      let found = lowest(below: known) { number in
        calls += 1
        return number >= threshold
      }
      #expect(found == threshold)
      #expect(calls <= 8 + 2 * (64 - threshold.leadingZeroBitCount) + 2)
    }
  }

  @Test func `even numbers are searched among themselves`() {
    #expect(lowest(below: 40_000) { $0 >= 31 && $0.isMultiple(of: 2) } == 32)
    #expect(lowest(below: 40_001) { $0 >= 31 && $0 % 4 == 1 } == 33)
  }

  @Test func `nothing to gain costs eight calls`() {
    var calls = 0
    let found = lowest(below: 1_000) { _ in
      calls += 1
      return false
    }
    #expect(found == 1_000)
    #expect(calls == 8)
  }

  @Test func `the least is kept to`() {
    var asked: [UInt64] = []
    let found = lowest(from: 90, below: 100) { number in
      asked.append(number)
      return number >= 95
    }
    #expect(found == 95)
    #expect(asked.allSatisfy { (90..<100).contains($0) })
  }
}
