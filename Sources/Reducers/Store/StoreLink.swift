/// Where a store gets its state from and sends its actions to: a runtime, or another store's link.
@MainActor
protocol StoreLink<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action

  /// The state; of a child that is gone, the last that was seen.
  var state: State { get }
  /// The number of effects in flight in all of the runtime.
  var effectsInFlight: Int { get }
  /// Whether the runtime is reducing an action.
  var isDraining: Bool { get }

  func send(_ action: Action, fileID: StaticString, line: UInt) -> StoreTask
  /// Waits until every effect of a group has ended; without one, all but presentations.
  func finish(_ group: Int?) async
  /// Has an observer told after each change of the runtime's state, for as long as it lives.
  func add(_ observer: any StateObserver)
}

extension StoreCore: StoreLink {}

/// Leads from a child's store to its parent's.
@MainActor
final class ChildLink<ParentState, ParentAction, State, Action>: StoreLink {
  private let parent: any StoreLink<ParentState, ParentAction>
  private let toState: (ParentState) -> State?
  private let toAction: (Action) -> ParentAction
  private var last: State

  /// Creates the link to a child; nil if it is not there.
  init?(
    _ parent: any StoreLink<ParentState, ParentAction>,
    state toState: @escaping (ParentState) -> State?,
    action toAction: @escaping (Action) -> ParentAction
  ) {
    guard let state = toState(parent.state) else { return nil }
    self.parent = parent
    self.toState = toState
    self.toAction = toAction
    last = state
  }

  var state: State {
    if let state = toState(parent.state) { last = state }
    return last
  }

  var effectsInFlight: Int { parent.effectsInFlight }
  var isDraining: Bool { parent.isDraining }

  func send(_ action: Action, fileID: StaticString, line: UInt) -> StoreTask {
    parent.send(toAction(action), fileID: fileID, line: line)
  }

  func finish(_ group: Int?) async { await parent.finish(group) }
  func add(_ observer: any StateObserver) { parent.add(observer) }
}
