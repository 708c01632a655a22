// A stand-in for TCA: the public names that a file importing it sees. A test file that imports this
// module and ReducerCheck must compile, and must mean these by these names.

public protocol Reducer<State, Action> {
  associatedtype State
  associatedtype Action
}

public struct Effect<Action>: Sendable {
  public init() {}
  public static var none: Self { Self() }
}

public struct Send<Action> {}
public struct Reduce<State, Action> {}
public struct Scope<State, Action> {}
public struct CombineReducers<State, Action> {}
public struct EmptyReducer<State, Action> {}
public struct BindingReducer<State, Action> {}
public final class Store<State, Action> {}
public final class TestStore<State, Action> {}
public struct StoreTask {}
public final class TestClock {}
public struct ImmediateClock {}
public struct Dependency<Value> {}
public struct DependencyValues {}
public protocol DependencyKey {}
public struct IdentifiedArray<ID, Element> {}
public enum IdentifiedAction<ID, Action> {}
public struct PresentationState<State> {}
public enum PresentationAction<Action> { case dismiss }
public struct StackState<Element> {}
public struct StackElementID {}
public struct BindingAction<Root> {}
public struct AnyCasePath<Root, Value> {}
public struct Case<Value> {}
public struct Shared<Value> {}
public struct SharedReader<Value> {}
public struct AlertState<Action> {}
public struct ConfirmationDialogState<Action> {}
public struct TextState {}
public struct LockIsolated<Value> {}
public struct UncheckedSendable<Value> {}
public struct ActorIsolated<Value> {}
public enum Exhaustivity { case on }
public struct UUIDGenerator {}
public struct DateGenerator {}
public struct WithRandomNumberGenerator {}
public func withDependencies() {}
public func withTaskCancellation() {}
