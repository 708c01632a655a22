import Testing

@testable import TransitionSystems

private let pause = SearchStop(.interruption, "a pause")

@Suite struct `A search that goes on from a checkpoint` {
  @Test(arguments: [1, 2], [1, 2])
  func `comes to what it would have come to, wherever it stopped`(
    first: Int, second: Int
  ) throws {
    for seed in UInt64(0)..<2 {
      let mode: ConfigurationStore.Mode = seed.isMultiple(of: 2) ? .exact : .compact
      let whole = NumberSearch(seed, workers: first, mode)
      var rounds = 0
      #expect(
        whole.search.run {
          rounds += 1
          return nil
        } == .closed)
      #expect(rounds > 20)
      for stop in stride(from: 1, through: rounds, by: 2) {
        let part = NumberSearch(seed, workers: first, mode)
        var passed = 0
        _ = part.search.run {
          passed += 1
          return passed == stop ? pause : nil
        }
        let rest = NumberSearch(seed, workers: second, mode)
        #expect(rest.search.follow(part.search.checkpoint) { nil } == nil)
        #expect(rest.facts == part.facts)
        #expect(rest.search.run { nil } == .closed)
        #expect(rest.facts == whole.facts, "seed \(seed), stopped after \(stop) of \(rounds)")
      }
    }
  }

  @Test func `asks nothing again`() {
    let part = NumberSearch(7, workers: 1, limits: SearchLimits(depth: 3))
    #expect(part.search.run { nil } == .depth)
    let rest = NumberSearch(7, workers: 1)
    #expect(rest.search.follow(part.search.checkpoint) { nil } == nil)
    #expect(rest.search.systems[0].asked == 0)
    #expect(rest.search.visitors[0].generated == 0)
  }

  @Test func `can be stopped while it makes configurations again`() {
    let part = NumberSearch(7, workers: 1, limits: SearchLimits(configurations: 100))
    #expect(part.search.run { nil } == .configurations)
    let rest = NumberSearch(7, workers: 1)
    #expect(rest.search.follow(part.search.checkpoint) { pause } == .stopped(pause))
    #expect(rest.search.count < part.search.count)
  }

  @Test(arguments: [1, 2]) func `strays where a step leads elsewhere`(workers: Int) {
    let part = NumberSearch(7, workers: 1, limits: SearchLimits(configurations: 150))
    _ = part.search.run { nil }
    let other = NumberSearch(8, workers: workers)
    #expect(other.search.follow(part.search.checkpoint) { nil } == .strayed)
  }

  @Test func `strays where a step is gone`() {
    let part = NumberSearch(7, workers: 1, branches: 6, limits: SearchLimits(depth: 1))
    _ = part.search.run { nil }
    let other = NumberSearch(7, workers: 1, branches: 4)
    #expect(other.search.follow(part.search.checkpoint) { nil } == .strayed)
  }

  @Test func `strays where the counts are not those of its steps`() {
    let part = NumberSearch(7, workers: 1, limits: SearchLimits(depth: 3))
    _ = part.search.run { nil }
    for change in [
      { $0.expanded += 1 }, { $0.layers[1] -= 1 },
      { $0.steps = SearchSteps(bytes: Array($0.steps.bytes.dropLast()), count: $0.steps.count) },
    ] as [(inout SearchCheckpoint) -> Void] {
      var checkpoint = part.search.checkpoint
      change(&checkpoint)
      #expect(NumberSearch(7, workers: 1).search.follow(checkpoint) { nil } == .strayed)
    }
  }
}

@Suite struct `A search that is stopped inside a layer` {
  @Test func `has found what was broken so far`() {
    var inside = 0
    for seed in UInt64(0)..<20 {
      let whole = NumberSearch(seed, workers: 1)
      _ = whole.search.run { nil }
      let part = NumberSearch(seed, workers: 1)
      _ = part.search.run { part.search.breaches.isEmpty ? nil : pause }
      #expect(part.search.breaches.first?.demand == whole.search.breaches.first?.demand)
      #expect(part.search.breaches.first?.parent == whole.search.breaches.first?.parent)
      if part.search.layers.reduce(0, +) < part.search.count { inside += 1 }
    }
    #expect(inside > 0)
  }
}

@Suite struct `The steps of a search` {
  private let steps: [SearchSteps.Step] = [
    .init(parent: .max, ordinal: 0), .init(parent: .max, ordinal: 0x1_0000_0000),
    .init(parent: 0, ordinal: 0x3_0000_0000), .init(parent: 0, ordinal: 0x3_0000_0001),
    .init(parent: 0, ordinal: 0x3_0000_0190), .init(parent: 129, ordinal: 0x3f_0000_0000),
    .init(parent: 130, ordinal: 0x40_0000_0000),
    .init(parent: 4_000_000_000, ordinal: 0xffff_0000_0000),
  ]

  @Test func `are read as they were kept`() {
    var kept = SearchSteps()
    for step in steps { kept.append(step) }
    #expect(kept.count == steps.count)
    var reader = SearchSteps.Reader(SearchSteps(bytes: kept.bytes, count: kept.count))
    #expect(reader.steps(before: 0) == Array(steps[..<2]))
    #expect(reader.steps(before: 130) == Array(steps[2..<6]))
    #expect(reader.steps(before: .max) == Array(steps[6...]))
    #expect(reader.next == nil)
  }

  @Test func `take two bytes where parents and events are few`() {
    var kept = SearchSteps()
    for parent in UInt32(0)..<100 {
      for event in UInt64(0)..<5 { kept.append(.init(parent: parent, ordinal: event << 32)) }
    }
    #expect(kept.bytes.count == 1_000)
  }

  @Test func `end where bytes are missing`() {
    var reader = SearchSteps.Reader(SearchSteps(bytes: [0, 2, 0x80], count: 2))
    #expect(reader.steps(before: .max) == [SearchSteps.Step(parent: .max, ordinal: 0x1_0000_0000)])
    #expect(reader.next == nil)
  }
}
