extension Reducer {
  /// Adds a child whose state is there only at times.
  ///
  /// The child runs before this reducer. When this reducer removes the child, or puts one of
  /// another id in its place, everything the child has started is cancelled. An action for a child
  /// that is not there is reported and skips the child, not this reducer.
  ///
  /// Complexity: that of the two reducers.
  @warn_unqualified_access
  public func ifLet<WrappedState, WrappedAction, Wrapped: Reducer<WrappedState, WrappedAction>>(
    _ toWrappedState: WritableKeyPath<State, WrappedState?>,
    action toWrappedAction: CaseKeyPath<Action, WrappedAction>,
    @ReducerBuilder<WrappedState, WrappedAction> then wrapped: () -> Wrapped,
    fileID: String = #fileID, line: Int = #line, column: Int = #column
  ) -> some ReducerOf<Self> {
    IfLetReducer(
      parent: PartReducer(self), child: PartReducer(wrapped()), toChildState: toWrappedState,
      toChildAction: AnyCasePath(toWrappedAction),
      place: SourcePlace(fileID: fileID, line: line, column: column))
  }
}

private struct IfLetReducer<Parent: Reducer, Child: Reducer>: Reducer {
  let parent: PartReducer<Parent>
  let child: PartReducer<Child>
  let toChildState: WritableKeyPath<Parent.State, Child.State?>
  let toChildAction: AnyCasePath<Parent.Action, Child.Action>
  let place: SourcePlace
  let identification = ChildIdentification<Child.State>()

  func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    let childEffect = reduceChild(of: &state[keyPath: toChildState], action: action)
    let before = identification.identity(of: state[keyPath: toChildState])
    let parentEffect = parent.reduce(into: &state, action: action)
    var step = ChildStep(child: childEffect, parent: parentEffect)
    if let before, before != identification.identity(of: state[keyPath: toChildState]) {
      step.remove(before.scope(at: place))
    }
    return step.finish()
  }

  private func reduceChild(
    of state: inout Child.State?, action: Parent.Action
  ) -> Effect<Parent.Action> {
    guard let childAction = toChildAction.extract(from: action) else { return .none }
    guard state != nil else {
      report(.actionForAbsentChild(at: place, action: childAction))
      return .none
    }
    // The state was just seen to be there; unwrapping in place spares a copy of it.
    let effect = child.reduce(into: &state!, action: childAction)
    guard !effect.isNone, let identity = identification.identity(of: state) else { return .none }
    return effect.lifted(by: toChildAction).scoped(to: identity.scope(at: place))
  }
}
