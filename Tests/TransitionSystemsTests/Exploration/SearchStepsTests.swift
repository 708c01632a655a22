import Testing

@testable import TransitionSystems

@Suite struct `Steps that a search keeps` {
  /// Parents in order, of which some have many children and many have none.
  private func makeSteps(_ count: Int, seed: UInt64) -> [SearchSteps.Step] {
    var random = Azar(estado: seed)
    var parent: UInt32 = .max
    return (0..<count).map { index in
      if index > 2, random.menor(3) == 0 { parent &+= UInt32(1 + random.menor(300)) }
      let choice = random.menor(20) == 0 ? UInt64(random.menor(5)) : 0
      return SearchSteps.Step(parent: parent, ordinal: UInt64(random.menor(200)) << 32 | choice)
    }
  }

  private func read(_ steps: SearchSteps) -> [SearchSteps.Step] {
    var reader = SearchSteps.Reader(steps)
    var result: [SearchSteps.Step] = []
    while let step = reader.next {
      result.append(step)
      reader.advance()
    }
    return result
  }

  @Test(arguments: [0, 1, 511, 512, 513, 5_000])
  func `are found by their places, however they were added`(count: Int) {
    let expected = makeSteps(count, seed: UInt64(count))
    var oneByOne = SearchSteps()
    for step in expected { oneByOne.append(step) }
    var together = SearchSteps()
    var random = Azar(estado: 5)
    var rest = expected[...]
    while !rest.isEmpty {
      var some = SearchSteps()
      let number = 1 + random.menor(700)
      for step in rest.prefix(number) { some.append(step) }
      rest = rest.dropFirst(number)
      together.append(some)
    }
    let copied = SearchSteps(bytes: together.bytes, count: together.count)
    #expect(oneByOne.bytes == together.bytes)
    for steps in [oneByOne, together, copied] {
      #expect(steps.count == count)
      #expect(read(steps) == expected)
      #expect((0..<UInt32(count)).map { steps.step(at: $0) } == expected)
    }
  }
}
