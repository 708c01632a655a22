/// A reducer written as a closure: the leaf that most bodies are built around.
public struct Reduce<State, Action>: Reducer {
  @usableFromInline let run: (inout State, Action) -> Effect<Action>

  /// Creates a reducer from the closure that does its work.
  @inlinable
  public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    run = reduce
  }

  /// Creates a reducer from a closure that has nothing done, an empty one for instance.
  @_disfavoredOverload
  @inlinable
  public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Void) {
    run = {
      reduce(&$0, $1)
      return .none
    }
  }

  /// Creates a reducer that hides the type of another.
  // Disfavored, and of an existential type, so that a mistake inside a closure is reported as that
  // of the closure and not as a closure that is no reducer.
  @_disfavoredOverload
  public init(_ reducer: any Reducer<State, Action>) {
    run = Self.running(reducer)
  }

  private static func running(
    _ reducer: some Reducer<State, Action>
  ) -> (inout State, Action) -> Effect<Action> {
    let reducer = PartReducer(reducer)
    return { reducer.reduce(into: &$0, action: $1) }
  }

  /// Calls the closure.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    run(&state, action)
  }
}
