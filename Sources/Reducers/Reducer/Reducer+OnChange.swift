extension Reducer {
  /// Runs another reducer when this one has changed a value.
  ///
  /// Only what this reducer did with the action at hand is looked at, and what the other reducer
  /// changes does not run it again.
  @warn_unqualified_access
  public func onChange<Value: Equatable, R: Reducer<State, Action>>(
    of toValue: @escaping (State) -> Value,
    @ReducerBuilder<State, Action> _ reducer:
      @escaping (_ oldValue: Value, _ newValue: Value) -> R
  ) -> some ReducerOf<Self> {
    OnChangeReducer(base: PartReducer(self), toValue: toValue) { old, new, state, action in
      reducer(old, new).reduce(into: &state, action: action)
    }
  }

  /// Changes the state further, or has work done, when this reducer has changed a value.
  ///
  /// Only what this reducer did with the action at hand is looked at, and what the closure changes
  /// does not run it again.
  @warn_unqualified_access
  public func onChange<Value: Equatable>(
    of toValue: @escaping (State) -> Value,
    _ perform: @escaping (_ oldValue: Value, _ state: inout State) -> Effect<Action>
  ) -> some ReducerOf<Self> {
    OnChangeReducer(base: PartReducer(self), toValue: toValue) { old, _, state, _ in
      perform(old, &state)
    }
  }
}

private struct OnChangeReducer<Base: Reducer, Value: Equatable>: Reducer {
  let base: PartReducer<Base>
  let toValue: (Base.State) -> Value
  let perform: (Value, Value, inout Base.State, Base.Action) -> Effect<Base.Action>

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let old = toValue(state)
    let effect = base.reduce(into: &state, action: action)
    let new = toValue(state)
    return old == new ? effect : effect.followed(by: perform(old, new, &state, action))
  }
}
