import Reducers
import TransitionSystems

/// A feature together with what may happen to it and what it must never do.
///
/// ```swift
/// let contador = Spec("Contador", of: Contador(), startingAt: Contador.State())
///   .endpoint("apiCliente.hecho") { $0.apiCliente.hecho = $1 } returning: { "dato \($0)" }
///   .sending(.incrementar, .pedirDato)
///   .always("cargando implies an in-flight effect") {
///     $0.cargando.implies($0.hasEffectInFlight)
///   }
/// ```
///
/// A spec is a value: each method returns a changed copy.
public struct Spec<State, Action>: @unchecked Sendable {
  // Sendable holds because a spec is only a description: each run builds its own feature from it,
  // and its closures, which several threads of a search may call, are functions of their arguments.

  /// The spec without its types, as the engines and the command take it.
  public var erased: AnySpec

  /// The name by which the command and the corpus know the spec.
  public var name: String { erased.name }

  /// Describes a feature written with `Reducers`.
  ///
  /// - Parameters:
  ///   - name: What reports and files call it.
  ///   - feature: The reducer; built again for each simulation, under controlled dependencies.
  ///   - states: The states it may start in, at least one.
  @inlinable
  public init<R: Reducer>(
    _ name: String, of feature: @autoclosure @escaping () -> R, startingAt states: State...,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where R.State == State, R.Action == Action {
    self.init(name, states, fileID, line) {
      let reducer = feature()
      guard R.Body.self == Never.self else {
        let resolved = Self.resolved(reducer)
        return Self.erasing { resolved.reduce(into: &$0, action: $1) }
      }
      return Self.erasing { reducer.reduce(into: &$0, action: $1) }
    } plain: { states, alphabets in
      let reducer = feature()
      return PlainModel(states, alphabets) { (state: inout State, action: Action) in
        reducer.reduce(into: &state, action: action)
      }
    }
  }

  @usableFromInline
  init(
    _ name: String, _ states: [State], _ fileID: StaticString, _ line: UInt,
    _ feature: @escaping () -> (inout ErasedState, Any) -> Effect<Any>,
    plain: @escaping AnySpec.MakePlain
  ) {
    self.init(name, states, "\(fileID)", Int(line), .reducer(feature))
    erased.plain = plain
    erased.plainTypes = PlainTypes(State.self, Action.self)
  }

  init(
    _ name: String, _ states: [State], _ fileID: String, _ line: Int, _ feature: AnySpec.Feature
  ) {
    erased = AnySpec(
      name: name, fileID: fileID, line: line, initialStates: states.map { ErasedState($0) },
      feature: feature, cases: ActionCases(of: Action.self),
      derive: { Alphabet<Action>(payloads: $0).derive($1) }, decode: actionDecoder(Action.self))
  }

  /// A reducer whose body is built once, as in a store: what presents a child makes the child's
  /// dependencies once, by which effects are recognised.
  @usableFromInline
  static func resolved<R: Reducer>(_ reducer: R) -> any Reducer<State, Action>
  where R.State == State, R.Action == Action {
    reducer.resolved()
  }

  /// A reducer of states and actions without their types.
  @inlinable
  static func erasing(
    _ reduce: @escaping (inout State, Action) -> Effect<Action>
  ) -> (inout ErasedState, Any) -> Effect<Any> {
    { state, action in
      let effect = state.modify(as: State.self) { reduce(&$0, opened(action)) }
      return effect.isNone ? .none : effect.erased()
    }
  }

  /// An action that was boxed.
  ///
  /// A cast asks the runtime each time; here it is asked only where the box holds something else,
  /// such as an existential's contents.
  @inlinable
  static func opened(_ box: Any) -> Action {
    func open<Value>(_ value: Value) -> Action? {
      Value.self == Action.self ? unsafeBitCast(value, to: Action.self) : nil
    }
    if let action = _openExistential(box, do: open) { return action }
    guard let action = box as? Action else {
      fatalError("Internal error: \(box) is no \(Action.self)")
    }
    return action
  }

  func changing(_ change: (inout AnySpec) -> Void) -> Self {
    var copy = self
    change(&copy.erased)
    return copy
  }

  /// Starts with these actions instead of the bare initial state.
  public func starting(with actions: Action...) -> Self {
    changing { $0.preamble = actions }
  }

  /// Changes the dependencies that the feature sees and that are not endpoints.
  public func dependencies(_ update: @escaping (inout DependencyValues) -> Void) -> Self {
    changing { $0.overrides.append(update) }
  }

  /// Lets the outside cancel everything that one of its sends has started, as a screen does that
  /// disappears.
  public func cancellable(_ allowed: Bool = true) -> Self {
    changing { $0.allowsCancellation = allowed }
  }

  /// Lets virtual time go only from deadline to deadline.
  public func withoutIdling() -> Self {
    changing { $0.allowsIdling = false }
  }

  /// Says when a store registers the effects that a reducer returns.
  ///
  /// With ``EffectSemantics/tca`` the feature is checked as it would behave in a store of The
  /// Composable Architecture; counterexamples are then not run on this package's live store, which
  /// behaves otherwise.
  public func semantics(_ semantics: EffectSemantics) -> Self {
    changing { $0.semantics = semantics }
  }

  /// Says that nothing in the feature or the spec depends on the numbers of stack elements' ids:
  /// not on which is greater, and on none that is written out, as in `path[id: 0]`.
  ///
  /// Ids count up for ever, so that a stack that is empty again is another than the one that was
  /// empty at first. With this, ids are compared by where they first appear in State, as long as no
  /// work is in flight, and pushing and popping closes. What is said here is believed.
  public func opaqueStackIDs() -> Self {
    changing { $0.hasOpaqueIDs = true }
  }

  /// Bounds the effects in flight; configurations past it are not visited.
  public func inFlight(atMost limit: Int) -> Self {
    changing { $0.maxInFlight = limit }
  }
}

/// A spec without its types.
public struct AnySpec: @unchecked Sendable {
  // Sendable holds as for `Spec`.

  /// The name by which the command and the corpus know the spec.
  public let name: String
  let fileID: String
  let line: Int
  let initialStates: [ErasedState]
  var preamble: [Any] = []
  let feature: Feature
  let cases: ActionCases
  let derive: (_ payloads: [ObjectIdentifier: AnyGenerator], PayloadLimits) -> DerivedAlphabet
  /// Makes an action of JSON; nil where Action is not `Decodable`.
  let decode: ((String) -> Any?)?
  /// The feature as a plain model, of the states it may start in and what may be sent.
  @usableFromInline typealias MakePlain = ([ErasedState], [PlainAlphabet]) -> PlainModel?
  var plain: MakePlain?
  var plainTypes: PlainTypes?
  var endpoints: [DeclaredEndpoint] = []
  /// What else is wrong with it; nil if nothing is.
  var problem: String?
  var overrides: [(inout DependencyValues) -> Void] = []
  var payloads: [ObjectIdentifier: AnyGenerator] = [:]
  /// Cases that stay in a derived alphabet although effects send them too.
  var kept: [String] = []
  var listed: [ListedActions] = []
  /// Endpoints that do not fail for ever.
  var fairEndpoints: [String] = []
  var environment: Any = ()
  var moves: [EnvironmentMove] = []
  var properties: [Property] = []
  var allowsCancellation = false
  var semantics = EffectSemantics.atOnce
  var allowsIdling = true
  /// Whether ids of stack elements only name them.
  var hasOpaqueIDs = false
  var maxInFlight: Int?

  /// How the feature's reducer comes to be.
  enum Feature {
    /// Ours: built under the harness's dependencies.
    case reducer(() -> (inout ErasedState, Any) -> Effect<Any>)
    /// Anything reducer-shaped: its effects run in a runtime of its own.
    case foreign((Harness) -> (inout ErasedState, Any) -> Effect<Any>)
  }
}

/// An endpoint as the spec declares it: how to make it, and how to install it in a world.
struct DeclaredEndpoint {
  var endpoint: Endpoint
  /// Why it cannot be used as declared; nil if it can.
  var problem: String?
  let install: (WorldLink, Endpoint, inout DependencyValues) -> Void

  var name: String { endpoint.name }
}

/// What the environment may do by itself.
struct EnvironmentMove {
  let name: String
  let isEnabled: (Any) -> Bool
  let apply: (inout Any) -> Void
}
