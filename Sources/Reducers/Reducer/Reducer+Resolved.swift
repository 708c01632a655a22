extension Reducer {
  /// This reducer with its body evaluated, and that body's, down to the one that does the work.
  ///
  /// Runs as this one does, but builds nothing anew for each action: making the key paths that
  /// operators take costs microseconds. The reducers inside are evaluated when first run, so a
  /// feature may contain itself. Several threads may run the result.
  package func resolved() -> any Reducer<State, Action> {
    guard Body.self != Never.self, let body = body as? any Reducer<State, Action> else {
      return self
    }
    return body.resolved()
  }
}

/// A reducer that is part of another, resolved at its first run for as long as the other is kept.
struct PartReducer<Base: Reducer>: Reducer {
  private typealias Resolved = any Reducer<Base.State, Base.Action>

  private let reducer: Base
  private let cache: SetOnce<Resolved>?

  init(_ reducer: Base) {
    self.reducer = reducer
    cache = Base.Body.self == Never.self ? nil : SetOnce()
  }

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    guard let cache else { return reducer.reduce(into: &state, action: action) }
    if let resolved = cache.value { return resolved.reduce(into: &state, action: action) }
    return cache.set(reducer.resolved()).reduce(into: &state, action: action)
  }
}
