extension Store {
  /// The store of a child that is always there.
  public func scope<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState>,
    action toChildAction: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    guard let child = child(toChildAction, { $0[keyPath: toChildState] }) else {
      preconditionFailure("Internal error: a child that is always there is not.")
    }
    return child
  }

  /// The store of a child that is there at times; nil while it is not.
  ///
  /// Whether it is there is observed. When the child goes, its store keeps the last state, and an
  /// action sent to it is reported as ``Misuse``.
  public func scope<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState?>,
    action toChildAction: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    _ = self[dynamicMember: toChildState.appending(path: \.isThere)]
    return child(toChildAction) { $0[keyPath: toChildState] }
  }

  /// The store of a presented child; nil while nothing is presented.
  public func scope<ChildState, ChildAction>(
    state toChildState: KeyPath<State, ChildState?>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<ChildAction>>
  ) -> Store<ChildState, ChildAction>? {
    scope(state: toChildState, action: toPresentationAction.appending(path: \.presented))
  }

  /// The stores of the elements of a collection, in order; which they are is observed.
  public func scope<ID: Hashable & Sendable, ElementState, ElementAction>(
    state toElements: KeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toElementAction: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>
  ) -> [Store<ElementState, ElementAction>] {
    let path = AnyCasePath(toElementAction)
    return self[dynamicMember: toElements.appending(path: \.ids)].compactMap { id in
      child({ path.embed(.element(id: id, action: $0)) }) {
        $0[keyPath: toElements][id: id]
      }
    }
  }

  /// The stores of the elements of a stack, the bottom first; which they are is observed.
  public func scope<ElementState, ElementAction>(
    state toStack: KeyPath<State, StackState<ElementState>>,
    action toStackAction: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>
  ) -> [Store<ElementState, ElementAction>] {
    let path = AnyCasePath(toStackAction)
    return self[dynamicMember: toStack.appending(path: \.ids)].compactMap { id in
      child({ path.embed(.element(id: id, action: $0)) }) { $0[keyPath: toStack][id: id] }
    }
  }

  private func child<ChildState, ChildAction>(
    _ toChildAction: CaseKeyPath<Action, ChildAction>,
    _ toChildState: @escaping (State) -> ChildState?
  ) -> Store<ChildState, ChildAction>? {
    let path = AnyCasePath(toChildAction)
    return child(path.embed, toChildState)
  }

  private func child<ChildState, ChildAction>(
    _ toChildAction: @escaping (ChildAction) -> Action,
    _ toChildState: @escaping (State) -> ChildState?
  ) -> Store<ChildState, ChildAction>? {
    ChildLink(link, state: toChildState, action: toChildAction).map {
      Store<ChildState, ChildAction>($0)
    }
  }
}

extension Optional {
  fileprivate var isThere: Bool { if case .some = self { true } else { false } }
}
