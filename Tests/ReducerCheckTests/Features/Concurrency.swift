import ReducerCheck
import Reducers

// Programs of several processes with known answers, as plain reducers without effects.

/// Philosophers round a table with a fork between any two; each takes the left one first.
enum Philosophers {
  enum Hands { case empty, left, both }
  struct State {
    var hands: [Hands]

    /// The fork to the left of a philosopher, whose neighbour on that side has it on the right.
    func isFree(_ fork: Int) -> Bool {
      hands[fork] == .empty && hands[(fork + hands.count - 1) % hands.count] != .both
    }

    var enabled: [Action] {
      hands.indices.compactMap { philosopher in
        let right = (philosopher + 1) % hands.count
        return switch hands[philosopher] {
        case .empty: isFree(philosopher) ? .takesLeft(philosopher) : nil
        case .left: isFree(right) ? .takesRight(philosopher) : nil
        case .both: .putsDown(philosopher)
        }
      }
    }

    /// Whether nobody can do anything.
    var isStuck: Bool { enabled.isEmpty }
  }
  enum Action {
    case takesLeft(Int)
    case takesRight(Int)
    case putsDown(Int)
  }

  static func spec(count: Int) -> Spec<State, Action> {
    let feature = Reduce<State, Action> { state, action in
      switch action {
      case .takesLeft(let philosopher): state.hands[philosopher] = .left
      case .takesRight(let philosopher): state.hands[philosopher] = .both
      case .putsDown(let philosopher): state.hands[philosopher] = .empty
      }
      return .none
    }
    return Spec(
      "Philosophers", of: feature,
      startingAt: State(hands: Array(repeating: .empty, count: count))
    )
    .sending { $0.enabled }
    .never("stuck") { $0.isStuck }
    .reachable("a table that is stuck") { $0.isStuck }
    .always("who is stuck has the left fork") {
      $0.isStuck.implies($0.hands.allSatisfy { $0 == .left })
    }
  }
}

/// Threads that each read a counter and write one more, with no lock.
enum Increments {
  enum Step { case read, write, done }
  struct Thread {
    var step = Step.read
    var local = 0
  }
  struct State {
    var counter = 0
    var threads: [Thread]

    var enabled: [Action] {
      threads.indices.filter { threads[$0].step != .done }.map { .goesOn($0) }
    }

    /// Whether an increment that was done does not show.
    var hasLost: Bool { threads.count { $0.step == .done } != counter }
  }
  enum Action { case goesOn(Int) }

  static func spec(threads: Int) -> Spec<State, Action> {
    let feature = Reduce<State, Action> { state, action in
      guard case .goesOn(let thread) = action else { return .none }
      switch state.threads[thread].step {
      case .read:
        state.threads[thread].local = state.counter
        state.threads[thread].step = .write
      case .write:
        state.counter = state.threads[thread].local + 1
        state.threads[thread].step = .done
      case .done: break
      }
      return .none
    }
    return Spec(
      "Increments", of: feature,
      startingAt: State(threads: Array(repeating: Thread(), count: threads))
    )
    .sending { $0.enabled }
    .never("lost") { $0.hasLost }
    .reachable("a lost update") { $0.hasLost }
  }
}
