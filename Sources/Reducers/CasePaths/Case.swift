/// A key path into a case of an enum, written `\.name`, or `\.outer.inner` through several.
public typealias CaseKeyPath<Root, Value> = KeyPath<Case<Root>, Case<Value>>

/// What a case key path walks over: a case whose payload is a `Value`, of an enum it no longer names.
@dynamicMemberLookup
public struct Case<Value>: Sendable {
  let chain: any CaseChain<Value>

  /// Goes on into a case of the payload.
  public subscript<Appended>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Appended>>
  ) -> Case<Appended> where Value: CasePathable {
    appending(Value.allCasePaths[keyPath: keyPath])
  }

  package func appending<Appended>(_ path: AnyCasePath<Value, Appended>) -> Case<Appended> {
    Case<Appended>(chain: chain.appending(path))
  }
}

extension AnyCasePath {
  /// Creates the path that a case key path stands for.
  ///
  /// Walks the key path, so keep the result where it is used often.
  public init(_ keyPath: CaseKeyPath<Root, Value>) {
    let start = Case<Root>(chain: IdentityChain<Root>())
    guard let path = start[keyPath: keyPath].chain.path(from: Root.self) else {
      preconditionFailure("Internal error: a case key path of another root than its own.")
    }
    self = path
  }
}

extension KeyPath {
  /// Makes the enum from the payload of the case: `(\Action.Cases.nombre)("Ana")`.
  public func callAsFunction<Enum, Payload>(
    _ payload: Payload
  ) -> Enum where Root == Case<Enum>, Value == Case<Payload> {
    AnyCasePath(self).embed(payload)
  }

  /// Makes the enum in a case that has no payload.
  public func callAsFunction<Enum>() -> Enum where Root == Case<Enum>, Value == Case<Void> {
    AnyCasePath(self).embed(())
  }
}
