import Testing
import TransitionSystems

@Suite struct OdometerTests {
  @Test func `a finite domain is listed exactly, in order`() {
    let pairs = zip(.bool, .integer(in: -1...1)).map { "\($0) \($1)" }.allValues(limit: 100)
    #expect(
      pairs.values == ["false 0", "false 1", "false -1", "true 0", "true 1", "true -1"])
    #expect(pairs.isComplete)
  }

  @Test func `lists of Bool up to three elements are fifteen`() {
    let lists = Generator<[Bool]>.array(of: .bool, count: 0...3).allValues(limit: 100)
    #expect(lists.values.count == 15)
    #expect(Set(lists.values).count == 15)
    #expect(lists.isComplete)
  }

  @Test func `every byte comes once`() {
    let bytes = Generator<Int8>.any.allValues(limit: 1_000)
    #expect(bytes.values.count == 256)
    #expect(Set(bytes.values).count == 256)
    #expect(bytes.values.prefix(5) == [0, 1, -1, 2, -2])
    #expect(bytes.values.last == -128)
  }

  @Test func `a limit is said, never passed over`() {
    let some = Generator<Int8>.any.allValues(limit: 10)
    #expect(some.values.count == 10)
    #expect(!some.isComplete)
    #expect(Generator<Bool>.bool.allValues(limit: 2).isComplete)
  }

  @Test func `what a filter rejects is counted, and the rest is exact`() {
    let even = Generator<Int>.integer(in: 0...9).filter { $0.isMultiple(of: 2) }
    let listed = even.allValues(limit: 100)
    #expect(listed.values == [0, 2, 4, 6, 8])
    #expect(listed.discarded == 5)
    #expect(listed.isComplete)
  }

  @Test func `sets are listed in each order of their elements`() {
    let sets = Generator<Set<Bool>>.set(of: .bool).allValues(limit: 100)
    #expect(sets.values.count == 5)
    #expect(Set(sets.values).count == 4)
  }

  @Test func `bounds keep an infinite domain small`() {
    let lists = Generator<[Int]>.array(of: .integer)
    var odometer = Odometer(lists, bounds: .init(length: 5, value: 1))
    var met: [[Int]] = []
    while let step = odometer.next() {
      if case .value(let list, _) = step { met.append(list) }
    }
    #expect(met == [[], [0], [0, 0], [0, 1], [1], [1, 0], [1, 1]])
  }
}
