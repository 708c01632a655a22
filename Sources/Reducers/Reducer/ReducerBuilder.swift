/// Puts the reducers of a block together: each runs in the order listed, on the same state and action.
@resultBuilder
public enum ReducerBuilder<State, Action> {
  /// A block without reducers changes nothing.
  public static func buildBlock() -> some Reducer<State, Action> {
    EmptyReducer<State, Action>()
  }

  /// One reducer stands for itself.
  @inlinable
  public static func buildExpression<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }

  /// A reducer of unknown type is wrapped.
  ///
  /// Disfavoured, for otherwise each reducer of known type would be wrapped too.
  @_disfavoredOverload
  public static func buildExpression(
    _ reducer: any Reducer<State, Action>
  ) -> Reduce<State, Action> {
    Reduce(reducer)
  }

  /// The first reducer of a block.
  @inlinable
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R { first }

  /// What has been listed so far, then one more.
  public static func buildPartialBlock<R0: Reducer<State, Action>, R1: Reducer<State, Action>>(
    accumulated: R0, next: R1
  ) -> some Reducer<State, Action> {
    PairReducer(first: PartReducer(accumulated), second: PartReducer(next))
  }

  /// An `if` without `else`: nothing when its condition does not hold.
  public static func buildOptional<R: Reducer<State, Action>>(
    _ reducer: R?
  ) -> some Reducer<State, Action> {
    reducer.map { PartReducer($0) }
  }

  /// An `if #available` without `else`.
  public static func buildLimitedAvailability(
    _ reducer: some Reducer<State, Action>
  ) -> Reduce<State, Action> {
    Reduce(reducer)
  }

  /// The branch of an `if` whose condition holds.
  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    first reducer: First
  ) -> ConditionalReducer<First, Second> {
    ConditionalReducer(first: reducer)
  }

  /// The branch of an `if` whose condition does not hold.
  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    second reducer: Second
  ) -> ConditionalReducer<First, Second> {
    ConditionalReducer(second: reducer)
  }

  /// A `for` loop: its reducers in the order of the iterations.
  public static func buildArray(
    _ reducers: [some Reducer<State, Action>]
  ) -> some Reducer<State, Action> {
    SeriesReducer(reducers: reducers.map { PartReducer($0) })
  }

  /// The whole block.
  @inlinable
  public static func buildFinalResult<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }
}
