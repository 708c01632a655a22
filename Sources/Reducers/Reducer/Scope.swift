/// Runs a child on a part of the state, for the actions of one case.
///
/// Does not itself run before the parent: its position among the parent's reducers decides. Its
/// effects belong to the parent, so they share cancellation ids with it.
public struct Scope<ParentState, ParentAction, Child: Reducer>: Reducer {
  private enum Location {
    case property(WritableKeyPath<ParentState, Child.State>)
    case enumCase(AnyCasePath<ParentState, Child.State>, SourcePlace)
  }

  private let location: Location
  private let toChildAction: AnyCasePath<ParentAction, Child.Action>
  private let child: PartReducer<Child>

  /// Creates a scope of a child whose state is a property of the parent's.
  public init<ChildState, ChildAction>(
    state toChildState: WritableKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    location = .property(toChildState)
    self.toChildAction = AnyCasePath(toChildAction)
    self.child = PartReducer(child())
  }

  /// Creates a scope of a child whose state is the payload of a case of the parent's.
  ///
  /// An action for the child while the state is in another case is reported and not run.
  public init<ChildState, ChildAction>(
    state toChildState: CaseKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: String = #fileID, line: Int = #line, column: Int = #column
  ) where ChildState == Child.State, ChildAction == Child.Action {
    let place = SourcePlace(fileID: fileID, line: line, column: column)
    location = .enumCase(AnyCasePath(toChildState), place)
    self.toChildAction = AnyCasePath(toChildAction)
    self.child = PartReducer(child())
  }

  /// Runs the child if the action is one of its own.
  public func reduce(
    into state: inout ParentState, action: ParentAction
  ) -> Effect<ParentAction> {
    guard let childAction = toChildAction.extract(from: action) else { return .none }
    switch location {
    case .property(let keyPath):
      return child.reduce(into: &state[keyPath: keyPath], action: childAction)
        .lifted(by: toChildAction)
    case .enumCase(let path, let place):
      guard
        let effect = child.reduce(into: &state, at: path, action: childAction)
      else {
        report(.stateInAnotherCase("Scope", at: place, action: childAction, expected: Child.self))
        return .none
      }
      return effect.lifted(by: toChildAction)
    }
  }
}

extension Reducer {
  /// Runs on the payload of a case and puts it back; nil if the enum is in another case.
  func reduce<Root>(
    into root: inout Root, at path: AnyCasePath<Root, State>, action: Action
  ) -> Effect<Action>? {
    guard var state = path.extract(from: root) else { return nil }
    let effect = reduce(into: &state, action: action)
    root = path.embed(state)
    return effect
  }
}

extension Effect {
  /// The effect with its actions embedded in the parent's.
  func lifted<Parent>(by path: AnyCasePath<Parent, Action>) -> Effect<Parent> {
    isNone ? .none : embedded(by: path) { path.embed($0) }
  }
}
