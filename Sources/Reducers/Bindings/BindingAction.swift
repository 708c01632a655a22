/// The wish of a control to give one field of a feature's state a value.
///
/// ```swift
/// store.send(.binding(.set(\.texto, "a")))
///
/// switch action {
/// case .binding(\.texto): …
/// case .binding: …
/// }
/// ```
///
/// Two are equal when their key paths and values are.
public struct BindingAction<Root>: Sendable {
  fileprivate let change: any FieldChange<Root>

  /// The wish to give a field a value.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ value: Value
  ) -> Self {
    Self(keyPath, value, receipt: nil)
  }

  /// The same, with a receipt that is marked when it is applied.
  init<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ value: Value,
    receipt: BindingReceipt?
  ) {
    change = ChangeOfField(keyPath: keyPath, value: value, receipt: receipt)
  }

  /// The field.
  public var keyPath: PartialKeyPath<Root> { change.field }

  func apply(to root: inout Root) { change.apply(to: &root) }

  /// Whether the wish is about a field: lets one write `case .binding(\.texto)`.
  public static func ~= <Value>(keyPath: WritableKeyPath<Root, Value>, action: Self) -> Bool {
    action.keyPath == keyPath
  }
}

extension BindingAction: Equatable {
  /// Whether both give the same field an equal value.
  public static func == (left: Self, right: Self) -> Bool {
    left.change.isEqual(to: right.change)
  }
}

extension BindingAction: CasePathable {
  /// A path for each writable field of the state: `\.binding.texto`.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// The path of the wishes about a field, whose payload is the value.
    public subscript<Value: Equatable & Sendable>(
      dynamicMember keyPath: any WritableKeyPath<Root, Value> & Sendable
    ) -> AnyCasePath<BindingAction, Value> {
      AnyCasePath(embed: { .set(keyPath, $0) }, extract: { $0.value(at: keyPath) })
    }
  }

  /// The paths of all fields.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  private func value<Value: Equatable & Sendable>(
    at keyPath: any WritableKeyPath<Root, Value> & Sendable
  ) -> Value? {
    guard let change = change as? ChangeOfField<Root, Value>, change.field == keyPath
    else { return nil }
    return change.value
  }
}

extension BindingAction: CustomStringConvertible {
  /// The call that makes it: `set(\State.texto, "a")`.
  public var description: String { "set(\(keyPath), \(String(reflecting: change.anyValue)))" }
}

/// A change of one field, the field's type hidden.
private protocol FieldChange<Root>: Sendable {
  associatedtype Root

  var field: PartialKeyPath<Root> { get }
  var anyValue: Any { get }
  func apply(to root: inout Root)
  func isEqual(to other: any FieldChange<Root>) -> Bool
}

private struct ChangeOfField<Root, Value: Equatable & Sendable>: FieldChange {
  let keyPath: any WritableKeyPath<Root, Value> & Sendable
  let value: Value
  let receipt: BindingReceipt?

  var field: PartialKeyPath<Root> { keyPath }
  var anyValue: Any { value }

  func apply(to root: inout Root) {
    root[keyPath: keyPath] = value
    receipt?.markApplied()
  }

  func isEqual(to other: any FieldChange<Root>) -> Bool {
    guard let other = other as? Self else { return false }
    return field == other.field && value == other.value
  }
}

/// No field and no value.
private struct NoChange<Root>: FieldChange {
  var field: PartialKeyPath<Root> { \Root.self }
  var anyValue: Any { () }
  func apply(to root: inout Root) {}
  func isEqual(to other: any FieldChange<Root>) -> Bool { other is Self }
}

extension BindingAction {
  /// A wish for nothing: shows which case of an action is the one of bindings.
  static var nothing: Self { Self(change: NoChange()) }

  private init(change: any FieldChange<Root>) { self.change = change }
}
