import Testing

@testable import TransitionSystems

@Suite struct `A store that is full` {
  @Test(arguments: [1, 2]) func `stops the search, which says so`(workers: Int) {
    let whole = NumberSearch(7, workers: workers)
    #expect(whole.search.run { nil } == .closed)
    let part = NumberSearch(7, workers: workers, capacity: 1_000)
    let end = part.search.run { nil }
    guard case .stopped(let stop) = end else {
      Issue.record("It went on.")
      return
    }
    #expect(stop.kind == .memory)
    #expect(stop.reason.contains("16 GiB"))
    #expect(part.search.count < whole.search.count)
  }
}
