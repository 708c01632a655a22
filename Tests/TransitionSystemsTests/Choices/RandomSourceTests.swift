import Testing

@testable import TransitionSystems

@Suite struct RandomSourceTests {
  /// Computed apart from this code, by the authors' reference algorithms.
  @Test func `the same seed gives the same numbers on every machine`() {
    #expect(
      numbers(seed: 0) == [
        11_091_344_671_253_066_420, 13_793_997_310_169_335_082, 1_900_383_378_846_508_768,
        7_684_712_102_626_143_532,
      ])
    #expect(
      numbers(seed: 42) == [
        1_546_998_764_402_558_742, 6_990_951_692_964_543_102, 12_544_586_762_248_559_009,
        17_057_574_109_182_124_193,
      ])
    #expect(
      numbers(seed: .max) == [
        10_328_197_420_357_168_392, 14_156_678_507_024_973_869, 9_357_971_779_955_476_126,
        13_791_585_006_304_312_367,
      ])
  }

  @Test func `a split stream is another one, and the first goes on`() {
    var random = RandomSource(seed: 42)
    var split = random.split()
    #expect(split.next() == 10_296_431_413_203_944_531)
    #expect(random.next() == 6_990_951_692_964_543_102)
  }

  @Test func `a run's seed depends on nothing but the seed and its index`() {
    #expect(
      (0...2).map { RandomSource.derivedSeed(42, index: $0) } == [
        6_332_618_229_526_065_668, 8_773_905_803_608_164_222, 2_331_439_630_435_515_687,
      ])
  }

  @Test func `every number of a small bound comes up about as often`() {
    var random = RandomSource(seed: 7)
    var counts = [Int](repeating: 0, count: 6)
    for _ in 0..<6_000 { counts[Int(random.uniform(upTo: 5))] += 1 }
    #expect(counts.allSatisfy { (850...1_150).contains($0) })
  }

  @Test(arguments: [17, 255, 65_535, 1 << 31, UInt64.max])
  func `boundaries come soon, and nothing exceeds the bound`(_ bound: UInt64) {
    var random = RandomSource(seed: 1)
    let drawn = (0..<1_000).map { _ in random.boundaryBiased(upTo: bound) }
    #expect(drawn.allSatisfy { $0 <= bound })
    #expect(Set([0, 1, 2, bound - 2, bound - 1, bound]).isSubset(of: drawn))
  }

  private func numbers(seed: UInt64) -> [UInt64] {
    var random = RandomSource(seed: seed)
    return (0..<4).map { _ in random.next() }
  }
}
