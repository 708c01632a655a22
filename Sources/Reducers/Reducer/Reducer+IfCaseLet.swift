extension Reducer {
  /// Adds a child whose state is the payload of a case of an enum state.
  ///
  /// The child runs before this reducer. When this reducer moves to another case, or puts a payload
  /// of another id in its place, everything the child has started is cancelled. An action for a
  /// child that is not there is reported and skips the child, not this reducer.
  @warn_unqualified_access
  public func ifCaseLet<CaseState, CaseAction, Case: Reducer<CaseState, CaseAction>>(
    _ toCaseState: CaseKeyPath<State, CaseState>,
    action toCaseAction: CaseKeyPath<Action, CaseAction>,
    @ReducerBuilder<CaseState, CaseAction> then case: () -> Case,
    fileID: String = #fileID, line: Int = #line, column: Int = #column
  ) -> some ReducerOf<Self> {
    IfCaseLetReducer(
      parent: PartReducer(self), child: PartReducer(`case`()),
      toChildState: AnyCasePath(toCaseState), toChildAction: AnyCasePath(toCaseAction),
      place: SourcePlace(fileID: fileID, line: line, column: column))
  }
}

private struct IfCaseLetReducer<Parent: Reducer, Child: Reducer>: Reducer {
  let parent: PartReducer<Parent>
  let child: PartReducer<Child>
  let toChildState: AnyCasePath<Parent.State, Child.State>
  let toChildAction: AnyCasePath<Parent.Action, Child.Action>
  let place: SourcePlace
  let identification = ChildIdentification<Child.State>()

  func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    let childEffect = reduceChild(of: &state, action: action)
    let before = identification.identity(of: toChildState.extract(from: state))
    let parentEffect = parent.reduce(into: &state, action: action)
    var step = ChildStep(child: childEffect, parent: parentEffect)
    if let before, before != identification.identity(of: toChildState.extract(from: state)) {
      step.remove(before.scope(at: place))
    }
    return step.finish()
  }

  private func reduceChild(
    of state: inout Parent.State, action: Parent.Action
  ) -> Effect<Parent.Action> {
    guard let childAction = toChildAction.extract(from: action) else { return .none }
    guard let effect = child.reduce(into: &state, at: toChildState, action: childAction) else {
      report(.stateInAnotherCase("ifCaseLet", at: place, action: childAction, expected: Child.self))
      return .none
    }
    guard
      !effect.isNone,
      let identity = identification.identity(of: toChildState.extract(from: state))
    else { return .none }
    return effect.lifted(by: toChildAction).scoped(to: identity.scope(at: place))
  }
}
