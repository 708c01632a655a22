/// An enum whose cases are features: its state and action are enums with a case for each.
public protocol CaseReducer<State, Action>: Reducer
where State: CaseReducerState, Body: Reducer<State, Action> {
  /// The features of all cases.
  @ReducerBuilder<State, Action> static var body: Body { get }
}

extension CaseReducer {
  /// The features of all cases.
  public var body: Body { Self.body }
}

/// The state of an enum of features, which says which enum that is.
public protocol CaseReducerState {
  /// The enum of features.
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self
}
