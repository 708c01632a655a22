import Reducers

/// The same transaction with its state in a few integers.
public struct TwoPhaseCommitInBits: Reducer, Sendable {
  public struct State: Sendable {
    /// Two bits a manager: 0 working, 1 prepared, 2 committed, 3 aborted.
    public var managers: UInt32 = 0
    /// A bit for each manager that the coordinator has heard, and one for each that has said so.
    public var heard: UInt16 = 0
    public var said: UInt16 = 0
    /// 0 initial, 1 committed, 2 aborted.
    public var coordinator: UInt8 = 0
    /// Bit 0: commit was sent. Bit 1: abort was sent.
    public var orders: UInt8 = 0
    public let count: UInt8

    public init(managers count: Int) { self.count = UInt8(count) }

    @inline(__always)
    func manager(_ index: UInt8) -> UInt32 { managers >> UInt32(2 * index) & 3 }

    @inline(__always)
    mutating func set(_ index: UInt8, to value: UInt32) {
      managers = managers & ~(3 << UInt32(2 * index)) | value << UInt32(2 * index)
    }

    /// Whether a manager is in a state, 2 for committed and 3 for aborted.
    public func contains(_ value: UInt32) -> Bool {
      (0..<count).contains { manager($0) == value }
    }
  }

  public enum Action: Sendable {
    case coordinatorHears(UInt8)
    case coordinatorCommits, coordinatorAborts
    case prepares(UInt8)
    case choosesAbort(UInt8)
    case hearsCommit(UInt8)
    case hearsAbort(UInt8)
  }

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .coordinatorHears(let manager): state.heard |= 1 << UInt16(manager)
    case .coordinatorCommits: (state.coordinator, state.orders) = (1, state.orders | 1)
    case .coordinatorAborts: (state.coordinator, state.orders) = (2, state.orders | 2)
    case .prepares(let manager):
      state.set(manager, to: 1)
      state.said |= 1 << UInt16(manager)
    case .choosesAbort(let manager): state.set(manager, to: 3)
    case .hearsCommit(let manager): state.set(manager, to: 2)
    case .hearsAbort(let manager): state.set(manager, to: 3)
    }
    return .none
  }
}

extension TwoPhaseCommitInBits.State {
  /// What may happen next.
  public var enabled: [TwoPhaseCommitInBits.Action] {
    var actions: [TwoPhaseCommitInBits.Action] = []
    actions.reserveCapacity(4 * Int(count))
    let isOpen = coordinator == 0
    if isOpen {
      if heard == 1 << UInt16(count) - 1 { actions.append(.coordinatorCommits) }
      actions.append(.coordinatorAborts)
    }
    for manager in 0..<count {
      if isOpen && said & 1 << UInt16(manager) != 0 { actions.append(.coordinatorHears(manager)) }
      if self.manager(manager) == 0 {
        actions.append(.prepares(manager))
        actions.append(.choosesAbort(manager))
      }
      if orders & 1 != 0 { actions.append(.hearsCommit(manager)) }
      if orders & 2 != 0 { actions.append(.hearsAbort(manager)) }
    }
    return actions
  }
}
