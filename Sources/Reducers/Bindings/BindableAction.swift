/// An action with a case for the wishes of controls: `case binding(BindingAction<State>)`.
public protocol BindableAction<State> {
  /// The state whose fields controls are bound to.
  associatedtype State

  /// Makes the action of a wish; the case of the enum.
  static func binding(_ action: BindingAction<State>) -> Self

  /// The wish, if the action is one.
  var binding: BindingAction<State>? { get }
}

extension BindableAction {
  /// The payload of the case `binding`, if the enum is in it.
  public var binding: BindingAction<State>? {
    guard let payload = Mirror(reflecting: self).children.first, payload.label == "binding"
    else { return nil }
    return payload.value as? BindingAction<State>
  }
}
