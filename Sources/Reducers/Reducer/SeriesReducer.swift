/// Two reducers, one after the other.
struct PairReducer<First: Reducer, Second: Reducer>: Reducer
where First.State == Second.State, First.Action == Second.Action {
  let first: PartReducer<First>
  let second: PartReducer<Second>

  func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    let before = first.reduce(into: &state, action: action)
    return before.followed(by: second.reduce(into: &state, action: action))
  }
}

/// Any number of reducers of one type, one after the other.
struct SeriesReducer<Element: Reducer>: Reducer {
  let reducers: [PartReducer<Element>]

  func reduce(into state: inout Element.State, action: Element.Action) -> Effect<Element.Action> {
    reducers.reduce(.none) { $0.followed(by: $1.reduce(into: &state, action: action)) }
  }
}

extension Effect {
  /// Both effects in list order, without wrapping when one of them is nothing.
  package func followed(by next: Self) -> Self {
    if isNone { return next }
    return next.isNone ? self : .merge(self, next)
  }
}
