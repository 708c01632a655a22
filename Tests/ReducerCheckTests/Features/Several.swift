import ReducerCheck
import Reducers

/// Starts several effects at once, each of so many calls, and keeps what they bring in some way.
struct Several: Reducer {
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
  static func spec(_ way: Way, effects: Int, calls: Int = 1) -> Spec<State, Action> {
    let feature = Several(way: way, effects: effects, calls: calls)
    return Spec("Several", of: feature, startingAt: State())
      .answering()
      .starting(with: .start)
      .sending { _ in [] }
  }
}

func power(_ base: Int, _ exponent: Int) -> Int {
  (0..<exponent).reduce(1) { result, _ in result * base }
}
