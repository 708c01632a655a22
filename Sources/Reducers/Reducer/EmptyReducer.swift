/// A reducer that changes nothing and has nothing done.
public struct EmptyReducer<State, Action>: Reducer {
  /// Creates it.
  public init() {}

  /// Leaves the state as it is.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}
