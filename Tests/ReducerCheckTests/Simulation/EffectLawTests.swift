import Reducers
import Testing

@testable import ReducerCheck

/// Starts several effects at once, each of so many calls, and keeps what they bring in some way.
private struct Several: Reducer {
  enum Way { case ownField, oneField, log, nothing }
  struct State {
    var fields: [Int: Bool] = [:]
    var last: Int?
    var log: [Int] = []
  }
  enum Action {
    case start
    case done(Int)
  }

  @Dependency(\.backend) var backend
  let way: Way
  let effects: Int
  var calls = 1

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch (action, way) {
    case (.start, _): return .merge((0..<effects).map(effect))
    case (.done(let number), .ownField): state.fields[number] = true
    case (.done(let number), .oneField): state.last = number
    case (.done(let number), .log): state.log.append(number)
    case (.done, .nothing): break
    }
    return .none
  }

  private func effect(_ number: Int) -> Effect<Action> {
    let number = way == .nothing ? 0 : number
    return .run { [calls] send in
      for _ in 0..<calls { try await backend.call(number) }
      await send(.done(number))
    }
  }

  /// Counts begin after the start.
  static func explored(_ way: Way, effects: Int, calls: Int = 1) throws -> NaiveExplorer {
    let feature = Several(way: way, effects: effects, calls: calls)
    let spec = Spec("Several", of: feature, startingAt: State())
      .answering()
      .starting(with: .start)
      .sending { _ in [] }
    let explored = try ReducerCheckTests.explored(spec)
    #expect(explored.closed)
    return explored
  }
}

private func power(_ base: Int, _ exponent: Int) -> Int {
  (0..<exponent).reduce(1) { result, _ in result * base }
}

@Suite struct `Laws for effects in flight` {
  @Test(arguments: 1...4)
  func `independent effects give every subset`(n: Int) throws {
    let explored = try Several.explored(.ownField, effects: n)
    #expect(explored.count == power(2, n))
    #expect(explored.transitions == n * power(2, n - 1))
  }

  @Test(arguments: 1...4)
  func `when the last writer wins, order matters as far as the last`(n: Int) throws {
    let explored = try Several.explored(.oneField, effects: n)
    #expect(explored.count == 1 + n * power(2, n - 1))
    #expect(4 * explored.transitions == 4 * n + n * (n - 1) * power(2, n))
  }

  @Test(arguments: 1...4)
  func `in a log every order shows`(n: Int) throws {
    let explored = try Several.explored(.log, effects: n)
    // n!/(n−k)! prefixes of length k.
    let prefixes = (0...n).map { k in (0..<k).reduce(1) { $0 * (n - $1) } }
    #expect(explored.count == prefixes.reduce(0, +))
    #expect(explored.transitions == explored.count - 1)
  }

  @Test(arguments: [(1, 4), (2, 3), (3, 2), (3, 3), (4, 2)])
  func `effects of several calls are counters side by side`(n: Int, k: Int) throws {
    #expect(try Several.explored(.ownField, effects: n, calls: k).count == power(k + 1, n))
  }

  @Test(arguments: 1...4)
  func `identical effects are a multiset`(n: Int) throws {
    let explored = try Several.explored(.nothing, effects: n)
    #expect(explored.count == n + 1)
    #expect(explored.transitions == n)
  }
}
