import Testing
import TransitionSystems

/// Problems outside the public challenge, so that the passes are not fitted to it alone.
@Suite struct OtherProblemsTests {
  @Test func `a sum that several elements must reach ends with the smallest first`() throws {
    try expect([235, 255, 255, 255], .array(of: Generator<UInt8>.any)) { list in
      list.reduce(0) { $0 + Int($1) } < 1_000
    }
  }

  @Test func `neighbours that are equal but not zero`() throws {
    try expect([1, 1], .array(of: Generator<Int>.integer(in: -99...99))) { list in
      !zip(list, list.dropFirst()).contains { $0 == $1 && $0 != 0 }
    }
  }

  @Test func `the simplest list that is out of order`() throws {
    try expect([0, -1], .array(of: Generator<Int>.any)) { $0 == $0.sorted() }
  }

  @Test func `a text of three different characters`() throws {
    try expect("abc", Generator<String>.any) { Set($0).count < 3 }
  }

  @Test func `a value that is also the length`() throws {
    try expect([0, 0, 3], .array(of: Generator<Int>.integer(in: 0...9))) { list in
      list.count < 3 || !list.contains(list.count)
    }
  }

  @Test func `a nested value is replaced by the part that matters`() throws {
    let nested = Generator<String>.recursive(Generator<Int>.integer(in: 0...9).map { "\($0)" }) {
      zip(.element(of: ["f", "g"]), $0, $0).map { "\($0)(\($1), \($2))" }
    }
    // One seed ends at another minimum, with both conditions met in different branches.
    try expect("g(0, f(0, 0))", nested, atLeast: 49) { !$0.contains("g") || !$0.contains(", f") }
  }

  @Test func `an optional within an optional within a pair`() throws {
    let pair = zip(Generator<Int??>.any, Generator<Bool?>.any).map {
      "\(String(describing: $0)) \($1 ?? false)"
    }
    try expect("Optional(nil) true", pair) { !$0.hasPrefix("Optional") || !$0.hasSuffix("true") }
  }

  @Test func `two keys of a dictionary with the same value`() throws {
    try expect([0: 1, 1: 1], .dictionary(Generator<Int>.any, Generator<Int8>.any)) { entries in
      let values = entries.values.filter { $0 != 0 }
      return Set(values).count == values.count
    }
  }

  /// Expects the minimum from each of fifty seeds, or from so many of them.
  private func expect<Value: Equatable>(
    _ minimum: Value, _ generator: Generator<Value>, atLeast share: Int = 50,
    holds: @escaping (Value) -> Bool
  ) throws {
    let minimal = try (1...50 as ClosedRange<UInt64>).map { seed in
      try falsify(generator, seed: seed, attempts: 20_000, property: holds)?.minimal
    }
    let others = minimal.filter { $0 != minimum }
    #expect(minimal.count - others.count >= share, "ended elsewhere: \(others.prefix(3))")
  }
}
