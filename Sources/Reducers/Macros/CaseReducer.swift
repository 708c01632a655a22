/// The reducer of an enum of features, as `@Reducer` makes it.
///
/// Which case a value of the enum is in does not matter: each stands for all features.
public protocol CaseReducer<State, Action>: Reducer where State: CaseReducerState {
  /// What the features are put together as.
  associatedtype Features: Reducer<State, Action>

  /// The features, each run on the state's case of its name.
  static var body: Features { get }
}

/// The state of an enum of features: that of the one feature that is there.
public protocol CaseReducerState {
  /// The enum of features.
  associatedtype StateReducer: Reducer
}
