extension Optional: CasePathable {
  /// The paths of the two cases, and through `some` those of the wrapped enum.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// The path of the empty case.
    public var none: AnyCasePath<Wrapped?, Void> {
      AnyCasePath(embed: { _ in nil }, extract: { $0 == nil ? () : nil })
    }

    /// The path of the wrapped value.
    public var some: AnyCasePath<Wrapped?, Wrapped> {
      AnyCasePath(embed: { .some($0) }, extract: { $0 })
    }

    /// Goes through the optional into a case of the wrapped enum.
    public subscript<Value>(
      dynamicMember keyPath: KeyPath<Wrapped.AllCasePaths, AnyCasePath<Wrapped, Value>>
    ) -> AnyCasePath<Wrapped?, Value> where Wrapped: CasePathable {
      some.appending(Wrapped.allCasePaths[keyPath: keyPath])
    }
  }

  /// The paths of the two cases.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
