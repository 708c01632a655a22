extension Reducer {
  /// Adds a child that is presented at times, and dismissed from inside or outside.
  ///
  /// The child runs before this reducer. When the child goes, or another takes its place, everything
  /// it has started is cancelled; that is noticed at the next action even if something other than
  /// this reducer did it. A `.dismiss` runs this reducer, then removes the child, unless this reducer
  /// has just put another in its place. An action for a child that is not there is reported and
  /// skips the child, not this reducer.
  ///
  /// Another takes its place when the case of an enum, or an `Identifiable`'s id, is a different one.
  @warn_unqualified_access
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ toPresentation: WritableKeyPath<State, PresentationState<ChildState>>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    @ReducerBuilder<ChildState, ChildAction> destination: () -> Child,
    fileID: String = #fileID, line: Int = #line, column: Int = #column
  ) -> some ReducerOf<Self> {
    PresentationReducer(
      parent: PartReducer(self), child: PartReducer(destination()), toPresentation: toPresentation,
      toPresentationAction: AnyCasePath(toPresentationAction),
      place: SourcePlace(fileID: fileID, line: line, column: column))
  }

  /// Adds a presented child whose state, the enum of an enum of features, says which reducer it has.
  @warn_unqualified_access
  public func ifLet<ChildState: CaseReducerState, ChildAction>(
    _ toPresentation: WritableKeyPath<State, PresentationState<ChildState>>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: String = #fileID, line: Int = #line, column: Int = #column
  ) -> some ReducerOf<Self> where ChildState.StateReducer.Action == ChildAction {
    self.ifLet(
      toPresentation, action: toPresentationAction,
      destination: { ChildState.StateReducer.body }, fileID: fileID, line: line, column: column)
  }
}

private struct PresentationReducer<Parent: Reducer, Child: Reducer>: Reducer {
  let parent: PartReducer<Parent>
  let child: PartReducer<Child>
  let toPresentation: WritableKeyPath<Parent.State, PresentationState<Child.State>>
  let toPresentationAction: AnyCasePath<Parent.Action, PresentationAction<Child.Action>>
  let place: SourcePlace
  let identification = ChildIdentification<Child.State>()
  let presented = PresentedDependencies()

  func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    let presentationAction = toPresentationAction.extract(from: action)
    let (remembered, before) = identities(in: state)
    var childEffect = Effect<Parent.Action>.none
    if let presentationAction {
      childEffect = reduceChild(of: &state, before, action: presentationAction)
    }
    let parentEffect = parent.reduce(into: &state, action: action)
    var now = identities(in: state).now
    if case .dismiss? = presentationAction, let before, before == now {
      state[keyPath: toPresentation].wrappedValue = nil
      now = nil
    }
    var step = ChildStep(child: childEffect, parent: parentEffect)
    // A child of whose presence nothing was known before this step may have gone in it.
    if let before, before != now, before != remembered { step.remove(scope(of: before)) }
    if remembered != now {
      if let remembered { step.remove(scope(of: remembered)) }
      if let now { step.present(scope(of: now), dismissal: toPresentationAction.embed(.dismiss)) }
    }
    if state[keyPath: toPresentation].presented != now {
      state[keyPath: toPresentation].presented = now
    }
    return step.finish()
  }

  private func identities(in state: Parent.State) -> (
    remembered: ChildIdentity?, now: ChildIdentity?
  ) {
    let presentation = state[keyPath: toPresentation]
    return (presentation.presented, identification.identity(of: presentation.wrappedValue))
  }

  private func reduceChild(
    of state: inout Parent.State, _ identity: ChildIdentity?,
    action: PresentationAction<Child.Action>
  ) -> Effect<Parent.Action> {
    guard let identity else {
      report(.actionForAbsentPresentation(at: place, action: action))
      return .none
    }
    guard case .presented(let childAction) = action else { return .none }
    let effect = presented.run {
      // The state was just seen to be there; unwrapping in place spares a copy of it.
      child.reduce(into: &state[keyPath: toPresentation].wrappedValue!, action: childAction)
    }
    guard !effect.isNone else { return .none }
    return effect.embedded(by: toPresentationAction) { [toPresentationAction] in
      toPresentationAction.embed(.presented($0))
    }
    .scoped(to: scope(of: identity))
  }

  private func scope(of identity: ChildIdentity) -> EffectScope {
    EffectScope(presented: identity, at: place)
  }
}
