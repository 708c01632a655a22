/// Applies binding actions, at its place among the reducers of a body.
///
/// Listed before a feature's own `Reduce` it lets that see the new value, after it the old one.
public struct BindingReducer<State, Action, ViewAction: BindableAction<State>>: Reducer {
  private let toViewAction: (Action) -> ViewAction?
  /// The case that binding actions are in, so that others are told apart at once.
  private let tag = enumTag(of: ViewAction.binding(.nothing))

  /// Creates the reducer of a feature whose action is bindable itself.
  public init() where Action == ViewAction { toViewAction = { $0 } }

  /// Creates the reducer of a feature with a case of bindable actions.
  public init(action toViewAction: CaseKeyPath<Action, ViewAction>) {
    let path = AnyCasePath(toViewAction)
    self.toViewAction = path.extract
  }

  /// Gives the field its value; any other action changes nothing.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard let action = toViewAction(action) else { return .none }
    if let tag, enumTag(of: action) != tag { return .none }
    action.binding?.apply(to: &state)
    return .none
  }
}
