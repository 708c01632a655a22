import Reducers
import Testing

@testable import ReducerCheck

/// Takes over what it is told.
private struct Slot<Value>: Reducer {
  struct State { var value: Value }
  enum Action {
    case nothing
    case set(Value)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .set(let value) = action { state.value = value }
    return .none
  }
}

/// The configurations of a slot that is told each of the values at any time.
private func count<Value>(from first: Value, setting values: [Value]) throws -> Int {
  let actions: [Slot<Value>.Action] = [.nothing] + values.map { .set($0) }
  let spec = Spec("Slot", of: Slot<Value>(), startingAt: Slot.State(value: first))
    .sending { _ in actions }
  let explored = try explored(spec, depth: 6)
  #expect(explored.closed)
  return explored.count
}

@Suite struct `States are compared by what is stored` {
  @Test func `a state that is not equal to itself is one configuration`() throws {
    #expect(try count(from: Double.nan, setting: [.nan]) == 1)
  }

  @Test func `composed and decomposed text differ`() throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    #expect(composed == decomposed)
    #expect(try count(from: "", setting: [composed, decomposed]) == 3)
  }

  @Test func `the two zeros differ`() throws {
    #expect(try count(from: 1.0, setting: [0.0, -0.0]) == 3)
  }

  @Test func `sets and dictionaries are compared without order`() throws {
    let forward = Set((0..<40).map { $0 })
    var backward = Set<Int>(minimumCapacity: 500)
    for number in (0..<40).reversed() { backward.insert(number) }
    #expect(try count(from: [], setting: [forward, backward]) == 2)
    let one = Dictionary(uniqueKeysWithValues: forward.map { ($0, "\($0)") })
    let other = Dictionary(uniqueKeysWithValues: backward.map { ($0, "\($0)") })
    #expect(try count(from: [:], setting: [one, other]) == 2)
  }
}
