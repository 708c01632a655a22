/// A feature's logic: how an action changes its state, and what work follows from that.
///
/// Written in one of two ways: `body` puts reducers together, `reduce(into:action:)` is a leaf.
///
/// ```swift
/// struct Contador: Reducer {
///   struct State { var cuenta = 0 }
///   enum Action { case incrementar }
///   var body: some ReducerOf<Self> {
///     Reduce { state, action in
///       state.cuenta += 1
///       return .none
///     }
///   }
/// }
/// ```
///
/// `body` must do nothing but build: a store evaluates it once, others may do so for each action.
public protocol Reducer<State, Action> {
  /// What the feature knows.
  associatedtype State
  /// What can happen to the feature.
  associatedtype Action
  /// The reducer that `body` builds; `Never` for a leaf.
  associatedtype Body

  /// Changes the state as the action demands, and describes the work to do next.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers this one is made of.
  @ReducerBuilder<State, Action> var body: Body { get }
}

/// Any reducer with the state and action of another: `some ReducerOf<Self>`.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

extension Reducer where Body == Never {
  /// A leaf has no body; asking for it is a mistake of the caller.
  public var body: Body {
    fatalError("\(Self.self) has no body: call its reduce(into:action:) instead.")
  }
}

extension Reducer where Body: Reducer<State, Action> {
  /// Runs the body.
  @inlinable
  public func reduce(into state: inout Body.State, action: Body.Action) -> Effect<Body.Action> {
    body.reduce(into: &state, action: action)
  }
}
