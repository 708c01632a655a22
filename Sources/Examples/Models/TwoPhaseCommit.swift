import Reducers

/// Lamport's model of a transaction over several resource managers, as a person would write it.
public struct TwoPhaseCommit: Reducer, Sendable {
  public enum Manager: Sendable { case working, prepared, committed, aborted }
  public enum Coordinator: Sendable { case initial, committed, aborted }
  public enum Message: Hashable, Sendable {
    case prepared(Int)
    case commit, abort
  }

  public struct State: Sendable {
    public var managers: [Manager]
    public var coordinator = Coordinator.initial
    public var heard: [Bool]
    public var messages: Set<Message> = []

    public init(managers count: Int) {
      managers = Array(repeating: .working, count: count)
      heard = Array(repeating: false, count: count)
    }
  }

  public enum Action: Sendable {
    case coordinatorHears(Int)
    case coordinatorCommits, coordinatorAborts
    case prepares(Int)
    case choosesAbort(Int)
    case hearsCommit(Int)
    case hearsAbort(Int)
  }

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
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
}

extension TwoPhaseCommit.State {
  /// What may happen next.
  public var enabled: [TwoPhaseCommit.Action] {
    var actions: [TwoPhaseCommit.Action] = []
    let isOpen = coordinator == .initial
    if isOpen && heard.allSatisfy({ $0 }) { actions.append(.coordinatorCommits) }
    if isOpen { actions.append(.coordinatorAborts) }
    for manager in managers.indices {
      if isOpen && messages.contains(.prepared(manager)) {
        actions.append(.coordinatorHears(manager))
      }
      if managers[manager] == .working {
        actions.append(.prepares(manager))
        actions.append(.choosesAbort(manager))
      }
      if messages.contains(.commit) { actions.append(.hearsCommit(manager)) }
      if messages.contains(.abort) { actions.append(.hearsAbort(manager)) }
    }
    return actions
  }
}
