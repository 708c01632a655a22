extension Reducer {
  /// Adds a child for each element of a stack.
  ///
  /// The element runs before this reducer. A push is done before this reducer runs, a pop after. When
  /// an element goes, everything it has started is cancelled; that is noticed at the next action even
  /// if something other than this reducer did it. An action for an element that is not there, a pop
  /// of one and a push under an id that is taken are reported; this reducer runs all the same.
  ///
  /// Complexity: that of the two reducers, and O(*n*) in the height of the stack.
  @warn_unqualified_access
  public func forEach<
    ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>
  >(
    _ toStack: WritableKeyPath<State, StackState<ElementState>>,
    action toStackAction: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> destination: () -> Element,
    fileID: String = #fileID, line: Int = #line, column: Int = #column
  ) -> some ReducerOf<Self> {
    StackReducer(
      parent: PartReducer(self), element: PartReducer(destination()), toStack: toStack,
      toStackAction: AnyCasePath(toStackAction),
      place: SourcePlace(fileID: fileID, line: line, column: column))
  }

  /// Adds a stack whose elements are of an enum of features, which says which reducer each has.
  @warn_unqualified_access
  public func forEach<ElementState: CaseReducerState, ElementAction>(
    _ toStack: WritableKeyPath<State, StackState<ElementState>>,
    action toStackAction: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    fileID: String = #fileID, line: Int = #line, column: Int = #column
  ) -> some ReducerOf<Self> where ElementState.StateReducer.Action == ElementAction {
    self.forEach(
      toStack, action: toStackAction, destination: { ElementState.StateReducer.body },
      fileID: fileID, line: line, column: column)
  }
}

private struct StackReducer<Parent: Reducer, Element: Reducer>: Reducer {
  let parent: PartReducer<Parent>
  let element: PartReducer<Element>
  let toStack: WritableKeyPath<Parent.State, StackState<Element.State>>
  let toStackAction: AnyCasePath<Parent.Action, StackAction<Element.State, Element.Action>>
  let place: SourcePlace
  let presented = PresentedDependencies()

  func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    let stackAction = toStackAction.extract(from: action)
    let known = knownIDs(of: state[keyPath: toStack])
    let elementEffect = stackAction.map { before(&state[keyPath: toStack], $0) } ?? .none
    let parentEffect = parent.reduce(into: &state, action: action)
    if case .popFrom(let id)? = stackAction { state[keyPath: toStack].pop(from: id) }
    var step = ChildStep(child: elementEffect, parent: parentEffect)
    let now = state[keyPath: toStack].ids
    if known.all != now || known.mounted != now {
      for id in known.all where !now.contains(id) { step.remove(scope(of: id)) }
      for id in now where !known.mounted.contains(id) {
        step.present(scope(of: id), dismissal: toStackAction.embed(.popFrom(id: id)))
      }
    }
    if state[keyPath: toStack].mounted != now { state[keyPath: toStack].mounted = now }
    return step.finish()
  }

  /// The ids remembered from the last step, and with them those that have come since.
  private func knownIDs(
    of stack: StackState<Element.State>
  ) -> (mounted: [StackElementID], all: [StackElementID]) {
    let mounted = stack.mounted
    if stack.ids == mounted { return (mounted, mounted) }
    return (mounted, mounted + stack.ids.filter { !mounted.contains($0) })
  }

  /// What a stack action does before the parent runs.
  private func before(
    _ stack: inout StackState<Element.State>, _ action: StackAction<Element.State, Element.Action>
  ) -> Effect<Parent.Action> {
    switch action {
    case .element(let id, let elementAction): return reduceElement(of: &stack, id, elementAction)
    case .push(let id, let state):
      if stack.index(id: id) == nil {
        stack.push(state, id: id)
      } else {
        report(.duplicateStackElement(at: place, id: id))
      }
    case .popFrom(let id):
      if stack.index(id: id) == nil { report(.unknownStackElement(at: place, id: id)) }
    }
    return .none
  }

  private func reduceElement(
    of stack: inout StackState<Element.State>, _ id: StackElementID, _ action: Element.Action
  ) -> Effect<Parent.Action> {
    guard stack.index(id: id) != nil else {
      report(.missingElement(at: place, id: id, action: action))
      return .none
    }
    let effect = presented.run {
      // The element was just seen to be there; unwrapping in place spares a copy of it.
      element.reduce(into: &stack[id: id]!, action: action)
    }
    guard !effect.isNone else { return .none }
    return effect.embedded(by: toStackAction, at: id) { [toStackAction] in
      toStackAction.embed(.element(id: id, action: $0))
    }
    .scoped(to: scope(of: id))
  }

  private func scope(of id: StackElementID) -> EffectScope {
    EffectScope(presented: ChildIdentity(id: AnyHashable(id)), at: place)
  }
}
