extension Reducer {
  /// Runs this reducer, and constructs its effects, with another value for a dependency.
  ///
  /// Where several apply, the one closest to the reducer wins.
  @warn_unqualified_access
  public func dependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>, _ value: Value
  ) -> some ReducerOf<Self> {
    FixedDependencyReducer(base: PartReducer(self)) { $0[keyPath: keyPath] = value }
  }

  /// Runs this reducer, and constructs its effects, with a value that is its own dependency key.
  @warn_unqualified_access
  public func dependency<Value: TestDependencyKey>(
    _ value: Value
  ) -> some ReducerOf<Self> where Value.Value == Value {
    FixedDependencyReducer(base: PartReducer(self)) { $0[Value.self] = value }
  }

  /// Runs this reducer, and constructs its effects, with a dependency changed.
  @warn_unqualified_access
  public func transformDependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>,
    _ transform: @escaping (inout Value) -> Void
  ) -> some ReducerOf<Self> {
    DependencyReducer(base: PartReducer(self)) { transform(&$0[keyPath: keyPath]) }
  }
}

private struct FixedDependencyReducer<Base: Reducer>: Reducer {
  let base: PartReducer<Base>
  let dependencies: DerivedDependencies

  init(base: PartReducer<Base>, _ update: @escaping (inout DependencyValues) -> Void) {
    self.base = base
    dependencies = DerivedDependencies(update)
  }

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    dependencies.run { base.reduce(into: &state, action: action) }
  }
}

private struct DependencyReducer<Base: Reducer>: Reducer {
  let base: PartReducer<Base>
  let update: (inout DependencyValues) -> Void

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    withDependencies(update) { base.reduce(into: &state, action: action) }
  }
}
