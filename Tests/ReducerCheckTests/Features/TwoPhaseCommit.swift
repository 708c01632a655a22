import ReducerCheck
import Reducers

/// Lamport's model of a transaction over several resource managers.
enum TwoPhaseCommit {
  enum Manager { case working, prepared, committed, aborted }
  enum Coordinator { case initial, committed, aborted }
  enum Message: Hashable {
    case prepared(Int)
    case commit, abort
  }

  struct State {
    var managers: [Manager]
    var coordinator = Coordinator.initial
    var heard: [Bool]
    var messages: Set<Message> = []
  }
  enum Action {
    case coordinatorHears(Int)
    case coordinatorCommits, coordinatorAborts
    case prepares(Int)
    case choosesAbort(Int)
    case hearsCommit(Int)
    case hearsAbort(Int)
  }

  static func spec(managers: Int) -> Spec<State, Action> {
    let start = State(
      managers: Array(repeating: .working, count: managers),
      heard: Array(repeating: false, count: managers))
    return Spec("TwoPhaseCommit", of: Reduce(reduce), startingAt: start)
      .sending(enabled)
      .never("one committed, another aborted") {
        $0.managers.contains(.committed) && $0.managers.contains(.aborted)
      }
  }

  private static func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .coordinatorHears(let manager): state.heard[manager] = true
    case .coordinatorCommits:
      state.coordinator = .committed
      state.messages.insert(.commit)
    case .coordinatorAborts:
      state.coordinator = .aborted
      state.messages.insert(.abort)
    case .prepares(let manager):
      state.managers[manager] = .prepared
      state.messages.insert(.prepared(manager))
    case .choosesAbort(let manager): state.managers[manager] = .aborted
    case .hearsCommit(let manager): state.managers[manager] = .committed
    case .hearsAbort(let manager): state.managers[manager] = .aborted
    }
    return .none
  }

  private static func enabled(_ state: State) -> [Action] {
    var actions: [Action] = []
    let isOpen = state.coordinator == .initial
    if isOpen && state.heard.allSatisfy({ $0 }) { actions.append(.coordinatorCommits) }
    if isOpen { actions.append(.coordinatorAborts) }
    for manager in state.managers.indices {
      if isOpen && state.messages.contains(.prepared(manager)) {
        actions.append(.coordinatorHears(manager))
      }
      if state.managers[manager] == .working {
        actions += [.prepares(manager), .choosesAbort(manager)]
      }
      if state.messages.contains(.commit) { actions.append(.hearsCommit(manager)) }
      if state.messages.contains(.abort) { actions.append(.hearsAbort(manager)) }
    }
    return actions
  }
}
