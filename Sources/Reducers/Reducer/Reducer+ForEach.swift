extension Reducer {
  /// Adds a child for each element of a collection.
  ///
  /// The element runs before this reducer. When this reducer removes an element, everything it has
  /// started is cancelled; moving it, or replacing it by one of the same id, cancels nothing. An
  /// action for an element that is not there is reported and skips the child, not this reducer.
  ///
  /// Complexity: that of the two reducers, and O(*n*) when this reducer adds, moves or removes.
  @warn_unqualified_access
  public func forEach<
    ID: Hashable & Sendable, ElementState, ElementAction,
    Element: Reducer<ElementState, ElementAction>
  >(
    _ toElements: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toElementAction: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: String = #fileID, line: Int = #line, column: Int = #column
  ) -> some ReducerOf<Self> {
    ForEachReducer(
      parent: PartReducer(self), element: PartReducer(element()), toElements: toElements,
      toElementAction: AnyCasePath(toElementAction),
      place: SourcePlace(fileID: fileID, line: line, column: column))
  }
}

private struct ForEachReducer<Parent: Reducer, ID: Hashable & Sendable, Element: Reducer>: Reducer {
  let parent: PartReducer<Parent>
  let element: PartReducer<Element>
  let toElements: WritableKeyPath<Parent.State, IdentifiedArray<ID, Element.State>>
  let toElementAction: AnyCasePath<Parent.Action, IdentifiedAction<ID, Element.Action>>
  let place: SourcePlace

  func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
    let elementEffect = reduceElement(of: &state[keyPath: toElements], action: action)
    let before = state[keyPath: toElements].ids
    let parentEffect = parent.reduce(into: &state, action: action)
    var step = ChildStep(child: elementEffect, parent: parentEffect)
    let after = state[keyPath: toElements]
    if before != after.ids {
      for id in before where after.index(id: id) == nil { step.remove(scope(of: id)) }
    }
    return step.finish()
  }

  private func reduceElement(
    of elements: inout IdentifiedArray<ID, Element.State>, action: Parent.Action
  ) -> Effect<Parent.Action> {
    guard case .element(let id, let elementAction)? = toElementAction.extract(from: action)
    else { return .none }
    let effect = elements.modify(id: id, fileID: place.fileID, line: place.line) {
      element.reduce(into: &$0, action: elementAction)
    }
    guard let effect else {
      report(.missingElement(at: place, id: id, action: elementAction))
      return .none
    }
    guard !effect.isNone else { return .none }
    return effect.embedded(by: toElementAction, at: id) { [toElementAction] in
      toElementAction.embed(.element(id: id, action: $0))
    }
    .scoped(to: scope(of: id))
  }

  private func scope(of id: ID) -> EffectScope {
    ChildIdentity(id: AnyHashable(id)).scope(at: place)
  }
}
