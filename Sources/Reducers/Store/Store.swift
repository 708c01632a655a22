import Observation

/// A feature at work: its state to read, its actions to send; a child's, or the whole runtime's.
///
/// ```swift
/// let store = Store(initialState: Contador.State()) { Contador() }
/// await store.send(.pedirDato).finish()
/// print(store.hecho)
/// ```
///
/// Actions from outside and from effects enter by the same queue and are reduced one at a time,
/// oldest first. The state is published once the queue is empty: nobody sees it half way. Effects
/// are registered when the reducer returns them and start when the queue is empty, in list order;
/// when the store and the stores of its children are gone, they are cancelled.
///
/// A read of a field, `store.cuenta`, is observed: whoever tracks it is told when that field has
/// changed, not when another has. Of a type that is not `Equatable` each new state counts as a change.
@MainActor
@dynamicMemberLookup
public final class Store<State, Action> {
  let link: any StoreLink<State, Action>
  private lazy var fields = ObservedFields(link)

  init(_ link: any StoreLink<State, Action>) { self.link = link }

  /// Makes a store; nothing runs before the first ``send(_:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - initialState: The state to start from, made under the store's dependencies.
  ///   - reducer: The feature; built once, under the store's dependencies.
  ///   - prepareDependencies: Changes to the dependencies the feature sees.
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in }
  ) {
    var dependencies = DependencyValues.current
    withDependencies(prepareDependencies) { dependencies = .current.withStackElementIDs }
    let (state, feature) = DependencyValues.$current.withValue(dependencies) {
      (initialState(), reducer().resolved())
    }
    self.init(
      StoreCore(
        initialState: state, dependencies: dependencies, control: nil,
        reduce: { feature.reduce(into: &$0, action: $1) }))
  }

  /// The state as of the last time no action waited.
  public var state: State {
    fields.access(\.self)
    return link.state
  }

  /// A field of the state.
  public subscript<Value: Equatable>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    fields.access(keyPath)
    return link.state[keyPath: keyPath]
  }

  /// A field of the state, of a type that cannot be compared.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    fields.access(keyPath)
    return link.state[keyPath: keyPath]
  }

  /// Reduces an action and starts the effects it asks for.
  ///
  /// A send from within a reducer is reported as ``Misuse`` of kind `reentrantSend` and reduced
  /// after the actions already waiting.
  ///
  /// - Returns: A handle on every effect that the action leads to, directly or not.
  @discardableResult
  public func send(_ action: Action, fileID: StaticString = #fileID, line: UInt = #line)
    -> StoreTask
  {
    link.send(action, fileID: fileID, line: line)
  }

  /// Waits until all effects of the runtime have ended, presentations apart.
  package func finish() async { await link.finish(nil) }

  /// The number of effects in flight, those of a whole runtime: returned, not ended, not cancelled.
  public var effectsInFlight: Int { link.effectsInFlight }
}

/// The store of a feature.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>

extension Store: Observable {}
