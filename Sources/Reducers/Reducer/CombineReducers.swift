/// A group of reducers, so that an operator can be applied to all of them at once.
public struct CombineReducers<State, Action, Content: Reducer<State, Action>>: Reducer {
  private let reducers: PartReducer<Content>

  /// Groups the reducers of a block.
  public init(@ReducerBuilder<State, Action> _ reducers: () -> Content) {
    self.reducers = PartReducer(reducers())
  }

  /// Runs the reducers in the order listed.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reducers.reduce(into: &state, action: action)
  }
}
