import Specs
import Testing

@testable import ReducerCheck

@Suite struct `Plain models have the known answers` {
  // What is generated counts the initial state and every transition, self-loops included.

  @Test func `Die Hard`() throws {
    let explored = try explored(jugs)
    #expect(explored.count == 16)
    #expect(explored.transitions + 1 == 97)
    #expect(explored.length(of: "four litres in the big jug") == 6)
    #expect(explored.closed)
  }

  @Test func `wolf, goat and cabbage`() throws {
    let explored = try explored(Ferryman.spec)
    #expect(explored.count == 10)
    #expect(explored.length(of: "all across") == 7)
    #expect(explored.closed)
  }

  @Test func `missionaries and cannibals`() throws {
    let explored = try explored(Missionaries.spec)
    #expect(explored.count == 16)
    #expect(explored.length(of: "all across") == 11)
    #expect(explored.closed)
  }

  @Test(arguments: 1...4)
  func `the tower of Hanoi`(discs: Int) throws {
    let explored = try explored(Hanoi.spec(discs: discs))
    let distinct = (0..<discs).reduce(1) { result, _ in 3 * result }
    #expect(explored.count == distinct)
    #expect(explored.transitions == 3 * distinct - 3)
    #expect(explored.length(of: "moved") == (1 << discs) - 1)
    #expect(explored.closed)
  }

  @Test(arguments: [(2, 56, 154), (3, 288, 1_146)])
  func `two-phase commit`(managers: Int, distinct: Int, generated: Int) throws {
    let explored = try explored(twoPhaseCommit(managers: managers))
    #expect(explored.count == distinct)
    #expect(explored.transitions + 1 == generated)
    #expect(explored.traces == [:])
    #expect(explored.closed)
  }
}
