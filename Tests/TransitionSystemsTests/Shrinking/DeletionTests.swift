import Testing
import TransitionSystems

@Suite struct DeletionTests {
  @Test(arguments: [[], [0], [99], [0, 99], [3, 4], [1, 50, 98], Array(40...47)] as [[Int]])
  func `exactly the needed elements are left`(_ needed: [Int]) {
    var calls = 0
    let left = deletion(from: Array(0..<100)) { kept in
      calls += 1
      return Set(kept).isSuperset(of: needed) ? kept : nil
    }
    #expect(left == needed)
    #expect(calls <= 1 + needed.count * 18)
  }

  @Test func `the result is 1-minimal where there are several minima`() {
    let left = deletion(from: Array(1...40)) { $0.reduce(0, +) >= 100 ? $0 : nil }
    #expect(left.reduce(0, +) >= 100)
    #expect(left.allSatisfy { left.reduce(0, +) - $0 < 100 })
  }

  @Test func `elements that need one another go one after the other`() {
    // Each element needs the next smaller one: only the greatest that is left can be dropped.
    let left = deletion(from: Array(0..<12)) { kept in
      kept == Array(0..<kept.count) && kept.count >= 3 ? kept : nil
    }
    #expect(left == [0, 1, 2])
  }

  @Test func `a repair may drop more than was proposed`() {
    // An odd number cannot stay without the even one before it.
    let left = deletion(from: Array(0..<20)) { kept -> [Int]? in
      let repaired = kept.filter { $0.isMultiple(of: 2) || kept.contains($0 - 1) }
      return repaired.contains(7) ? repaired : nil
    }
    #expect(left == [6, 7])
  }

  @Test func `the figure of Zeller and Hildebrandt: 1, 7 and 8 of eight`() {
    let left = deletion(from: Array(1...8)) { Set($0).isSuperset(of: [1, 7, 8]) ? $0 : nil }
    #expect(left == [1, 7, 8])
  }
}
