/// One of two reducers: what an `if` with `else` in a body becomes.
public struct ConditionalReducer<First: Reducer, Second: Reducer>: Reducer
where First.State == Second.State, First.Action == Second.Action {
  private enum Branch {
    case first(PartReducer<First>)
    case second(PartReducer<Second>)
  }

  private let branch: Branch

  init(first reducer: First) { branch = .first(PartReducer(reducer)) }
  init(second reducer: Second) { branch = .second(PartReducer(reducer)) }

  /// Runs the reducer that was chosen.
  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    switch branch {
    case .first(let reducer): reducer.reduce(into: &state, action: action)
    case .second(let reducer): reducer.reduce(into: &state, action: action)
    }
  }
}
