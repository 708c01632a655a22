/// An enum whose cases are features: its state and action are enums with a case for each.
///
/// `@Reducer` makes an enum one. Which case a value of it is in does not matter: each value stands
/// for all features.
public protocol CaseReducer<State, Action>: Reducer where State: CaseReducerState {
  /// What the features are put together as.
  associatedtype Features: Reducer<State, Action>

  /// The features of all cases.
  static var body: Features { get }
}

/// The state of an enum of features, which says which enum that is.
public protocol CaseReducerState {
  /// The enum of features.
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self
}
