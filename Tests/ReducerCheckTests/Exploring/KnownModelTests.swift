import Examples
import Specs
import Testing

@testable import ReducerCheck

/// What a property was shown, kept for later.
private final class Album {
  var moments: [Moment<Jugs.State, Jugs.Action>] = []
}

@Suite struct `What is known of plain models` {
  @Test func `a property that keeps what it was shown keeps that`() throws {
    let album = Album()
    let spec = jugs.always("kept") {
      album.moments.append($0)
      return true
    }
    let found = try searched(spec, ExplorationLimits(workers: 1, keepsGoing: true))
    #expect(found.isPlain)
    #expect(Set(album.moments.suffix(16).map { [$0.small, $0.big] }).count == 16)
  }

  @Test(arguments: [(2, 56, 154), (3, 288, 1_146), (5, 8_832, 58_146)])
  func `two-phase commit`(managers: Int, distinct: Int, generated: Int) throws {
    let answer = KnownAnswer(distinct: distinct, generated: generated)
    for spec: any Checkable in [
      twoPhaseCommit(managers: managers), twoPhaseCommitInBits(managers: managers),
    ] {
      let found = try expectSearches(of: spec, find: answer)
      #expect(found.isPlain)
    }
  }

  @Test func `Die Hard`() throws {
    try expectSearches(
      of: jugs.reachable("four litres") { $0.big == 4 },
      find: KnownAnswer(
        distinct: 16, generated: 97,
        lengths: ["four litres in the big jug": 6, "four litres": 6]))
  }

  @Test func `wolf, goat and cabbage`() throws {
    try expectSearches(
      of: Ferryman.spec.reachable("everybody across") {
        $0.ferrymanIsAcross && $0.across.count == 3
      },
      find: KnownAnswer(distinct: 10, lengths: ["all across": 7, "everybody across": 7]))
  }

  @Test func `missionaries and cannibals`() throws {
    try expectSearches(
      of: Missionaries.spec.reachable("everybody across") {
        $0.missionaries + $0.cannibals == 0 && !$0.boatIsHere
      },
      find: KnownAnswer(distinct: 16, lengths: ["all across": 11, "everybody across": 11]))
  }

  @Test(arguments: 1...5) func `the tower of Hanoi`(discs: Int) throws {
    let moves = power(2, discs) - 1
    try expectSearches(
      of: Hanoi.spec(discs: discs).reachable("the tower on the last peg") {
        $0.pegs[2].count == discs
      },
      find: KnownAnswer(
        distinct: power(3, discs), generated: 1 + power(3, discs + 1) - 3,
        lengths: ["moved": moves, "the tower on the last peg": moves]))
  }

  @Test(arguments: [(2, 2, 12, 6), (3, 2, 360, 21)])
  func `sliding tiles`(width: Int, height: Int, distinct: Int, depth: Int) throws {
    try expectSearches(
      of: slidingTiles(width: width, height: height),
      find: KnownAnswer(distinct: distinct, depth: depth))
  }

  /// Once only, as it takes seconds.
  @Test func `sliding tiles, eight of them`() throws {
    let found = try searched(slidingTiles(width: 3, height: 3))
    #expect(found.configurations == 181_440)
    #expect(found.generated == 1 + 483_840)
    #expect(found.depth == 31)
    #expect(found.layers.last == 2)
    #expect(found.isClosed)
  }

  @Test(arguments: zip(2...7, [6, 14, 34, 82, 198, 478]))
  func `dining philosophers have one deadlock`(count: Int, distinct: Int) throws {
    let found = try expectSearches(
      of: Philosophers.spec(count: count),
      find: KnownAnswer(
        distinct: distinct, lengths: ["stuck": count, "a table that is stuck": count]))
    // The claim about a table that is stuck says something in one configuration.
    #expect(found.substantial[2] == 1)
    #expect(found.asked[2] == distinct)
  }

  @Test(arguments: zip(2...5, [13, 84, 755, 8_638]))
  func `increments without a lock lose one after four steps`(threads: Int, distinct: Int) throws {
    try expectSearches(
      of: Increments.spec(threads: threads),
      find: KnownAnswer(distinct: distinct, lengths: ["lost": 4, "a lost update": 4]))
  }
}
