/// A value to read and to write: what a control is bound to.
@MainActor
@propertyWrapper
@dynamicMemberLookup
public struct UIBinding<Value> {
  private let read: @MainActor () -> Value
  private let write: @MainActor (Value) -> Void

  /// Creates a binding from its two directions.
  public init(
    get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void
  ) {
    read = get
    write = set
  }

  /// The value.
  public var wrappedValue: Value {
    get { read() }
    nonmutating set { write(newValue) }
  }

  /// The binding itself.
  public var projectedValue: Self { self }

  /// A binding of a part of the value.
  public subscript<Part>(
    dynamicMember keyPath: WritableKeyPath<Value, Part>
  ) -> UIBinding<Part> {
    UIBinding<Part>(
      get: { read()[keyPath: keyPath] },
      set: { part in
        var value = read()
        value[keyPath: keyPath] = part
        write(value)
      })
  }
}

/// A store whose fields controls can be bound to: `@UIBindable var store: StoreOf<Formulario>`.
@MainActor
@propertyWrapper
@dynamicMemberLookup
public struct UIBindable<Value> {
  /// The store.
  public var wrappedValue: Value

  /// Wraps a store.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// Wraps a store.
  public init(_ value: Value) { wrappedValue = value }

  /// The store, in the form that bindings are made from: `$store.texto`.
  public var projectedValue: Self { self }

  /// A binding of a field of the store's state, which writes by a binding action.
  public subscript<State, Action: BindableAction<State>, Member: Equatable & Sendable>(
    dynamicMember keyPath: any WritableKeyPath<State, Member> & Sendable
  ) -> UIBinding<Member> where Value == Store<State, Action> {
    UIBinding(
      get: { [wrappedValue] in wrappedValue[dynamicMember: keyPath] },
      set: { [wrappedValue] in wrappedValue[dynamicMember: keyPath] = $0 })
  }
}

extension Store where Action: BindableAction<State> {
  /// A field of the state; writing it sends a binding action.
  ///
  /// One that no reducer applies is reported as ``Misuse`` of kind `unhandledBinding`.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: any WritableKeyPath<State, Value> & Sendable
  ) -> Value {
    get { self[dynamicMember: keyPath as KeyPath<State, Value>] }
    set { write(newValue, at: keyPath) }
  }

  /// Gives a field a value by a binding action, on behalf of a source line.
  public func write<Value: Equatable & Sendable>(
    _ value: Value, at keyPath: any WritableKeyPath<State, Value> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let receipt = BindingReceipt()
    let isNested = link.isDraining
    send(.binding(BindingAction(keyPath, value, receipt: receipt)), fileID: fileID, line: line)
    // A send from within a reducer is reported as such, and not reduced yet.
    if receipt.wasApplied || isNested { return }
    report(.unhandledBinding(keyPath, action: Action.self, fileID: fileID, line: line))
  }
}
