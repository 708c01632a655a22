extension Optional: Reducer where Wrapped: Reducer {
  /// Runs the reducer if there is one; otherwise changes nothing.
  public func reduce(
    into state: inout Wrapped.State, action: Wrapped.Action
  ) -> Effect<Wrapped.Action> {
    self?.reduce(into: &state, action: action) ?? .none
  }
}
