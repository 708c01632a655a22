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
  // on its own thread, and its closures are functions of their arguments.

  /// The name by which the command and the corpus know the spec.
  public let name: String
  let fileID: String
  let line: Int
  var initialStates: [State]
  var preamble: [Action] = []
  var feature: Feature
  var endpoints: [DeclaredEndpoint] = []
  var overrides: [(inout DependencyValues) -> Void] = []
  var alphabet = Alphabet<Action>()
  var listed: [(State) -> [Action]] = []
  var environment: Any = ()
  var moves: [EnvironmentMove] = []
  var properties: [Property<State, Action>] = []
  var allowsCancellation = false
  var allowsIdling = true
  var maxInFlight: Int?

  /// How the feature's reducer comes to be.
  enum Feature {
    /// Ours: built under the harness's dependencies.
    case reducer(() -> (inout State, Action) -> Effect<Action>)
    /// Anything reducer-shaped: its effects run in a runtime of its own.
    case foreign((Harness) -> (inout State, Action) -> Effect<Action>)
  }

  /// Describes a feature written with `Reducers`.
  ///
  /// - Parameters:
  ///   - name: What reports and files call it.
  ///   - feature: The reducer; built again for each simulation, under controlled dependencies.
  ///   - states: The states it may start in, at least one.
  public init<R: Reducer>(
    _ name: String, of feature: @autoclosure @escaping () -> R, startingAt states: State...,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where R.State == State, R.Action == Action {
    self.init(name, states, "\(fileID)", Int(line), .reducer {
      let reducer = feature()
      return { reducer.reduce(into: &$0, action: $1) }
    })
  }

  init(
    _ name: String, _ states: [State], _ fileID: String, _ line: Int, _ feature: Feature
  ) {
    self.name = name
    self.fileID = fileID
    self.line = line
    initialStates = states
    self.feature = feature
  }

  /// Starts with these actions instead of the bare initial state.
  public func starting(with actions: Action...) -> Self {
    var copy = self
    copy.preamble = actions
    return copy
  }

  /// Changes the dependencies that the feature sees and that are not endpoints.
  public func dependencies(_ update: @escaping (inout DependencyValues) -> Void) -> Self {
    var copy = self
    copy.overrides.append(update)
    return copy
  }

  /// Lets the outside cancel everything that one of its sends has started, as a screen does that
  /// disappears.
  public func cancellable(_ allowed: Bool = true) -> Self {
    var copy = self
    copy.allowsCancellation = allowed
    return copy
  }

  /// Lets virtual time go only from deadline to deadline.
  public func withoutIdling() -> Self {
    var copy = self
    copy.allowsIdling = false
    return copy
  }

  /// Bounds the effects in flight; configurations past it are not visited.
  public func inFlight(atMost limit: Int) -> Self {
    var copy = self
    copy.maxInFlight = limit
    return copy
  }
}

/// An endpoint as the spec declares it: how to make it, and how to install it in a world.
struct DeclaredEndpoint {
  let name: String
  /// Why it cannot be used as declared; nil if it can.
  let problem: String?
  let install: (World, inout DependencyValues) -> Void
}

/// What the environment may do by itself.
struct EnvironmentMove {
  let name: String
  let isEnabled: (Any) -> Bool
  let apply: (inout Any) -> Void
}
