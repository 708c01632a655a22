import Reducers
import TransitionSystems

/// A spec made ready to run: checked, its alphabet settled.
struct FeatureModel {
  let name: String
  let initialStates: [ErasedState]
  let preamble: [Any]
  var sources: [ActionSource]
  let environment: Any
  let moves: [EnvironmentMove]
  let properties: [Property]
  let allowsCancellation: Bool
  /// Whether effects are scheduled first, and registered when they start.
  let schedulesEffects: Bool
  let allowsIdling: Bool
  let hasOpaqueIDs: Bool
  let maxInFlight: Int
  let endpointNames: [String]
  /// Endpoints that do not fail for ever.
  let fairEndpoints: [String]
  let feature: AnySpec.Feature
  let cases: ActionCases
  /// Makes an action of JSON; nil where it cannot be.
  let decodeAction: (String) -> Any?
  let canDecodeActions: Bool
  /// What all configurations share, as sentences: a reference in the environment's model, in what a
  /// property remembers, or in an action.
  let sharedMemories: [String]
  /// What a person should know about the alphabet, for the report.
  var notes: [String]
  private let plain: AnySpec.MakePlain?
  let types: PlainTypes?
  private let endpoints: [DeclaredEndpoint]
  private let overrides: [(inout DependencyValues) -> Void]

  /// Effects in flight at most, where neither spec nor command says.
  static var defaultInFlight: Int { 6 }
  /// Multiples of the time unit offered at once.
  static var idleLimit: Int { 16 }

  /// Checks a spec.
  ///
  /// - Throws: ``SpecificationError`` naming what is missing and what to add.
  init(_ spec: AnySpec, maxInFlight: Int? = nil, payloads: PayloadLimits = PayloadLimits()) throws {
    guard !spec.initialStates.isEmpty else { throw SpecificationError.noInitialState(spec.name) }
    if let problem = spec.problem ?? spec.endpoints.lazy.compactMap(\.problem).first {
      throw SpecificationError(spec: spec.name, message: problem)
    }
    let demands = spec.properties.map(\.demand)
    if let twice = demands.indices.first(where: { demands[..<$0].contains(demands[$0]) }) {
      throw SpecificationError(
        spec: spec.name,
        message: "Two properties are called \(spec.properties[twice].kind.rawValue) "
          + "\"\(spec.properties[twice].name)\". Give one of them another name: reports and traces "
          + "know them by it.")
    }
    name = spec.name
    initialStates = spec.initialStates
    preamble = spec.preamble
    environment = spec.environment
    moves = spec.moves
    properties = spec.properties
    allowsCancellation = spec.allowsCancellation
    schedulesEffects = spec.semantics == .tca
    if schedulesEffects, case .foreign = spec.feature {
      throw SpecificationError.foreignSemantics(name)
    }
    allowsIdling = spec.allowsIdling
    hasOpaqueIDs = spec.hasOpaqueIDs
    self.maxInFlight = maxInFlight ?? spec.maxInFlight ?? Self.defaultInFlight
    endpointNames = spec.endpoints.map(\.name) + Self.functions(of: spec.feature)
    fairEndpoints = spec.fairEndpoints
    if let unknown = fairEndpoints.first(where: { !spec.endpoints.map(\.name).contains($0) }) {
      throw SpecificationError.unknownEndpoint(spec.name, unknown, among: endpointNames)
    }
    feature = spec.feature
    cases = spec.cases
    canDecodeActions = spec.decode != nil
    decodeAction = spec.decode ?? { _ in nil }
    endpoints = spec.endpoints
    overrides = spec.overrides
    plain = spec.plain
    types = spec.plainTypes
    let liveness = properties.count { $0.kind.isLiveness }
    if liveness > GraphRecorder.mostProperties {
      throw SpecificationError.tooMuchLiveness(name, liveness)
    }
    (sources, notes) = try Self.alphabet(of: spec, payloads)
    if schedulesEffects {
      notes.append(
        "Effects are scheduled, then started, as in The Composable Architecture: a cancellation "
          + "misses what is only scheduled. Nothing here was run on this package's store, which "
          + "registers them at once.")
    }
    let fixed = preamble + sources.flatMap { $0.fixed ?? [] }
    sharedMemories = Self.sharedMemories(environment, properties, fixed)
    notes += Self.notes(on: spec.initialStates)
    notes += sharedMemories.map { "\($0) Make it a value." }
    if hasOpaqueIDs, let action = fixed.first(where: holdsIdentifier) {
      throw SpecificationError.namesIdentifier(name, action)
    }
  }

  /// What a foreign feature asks the harness for: its endpoints, which the spec does not declare.
  private static func functions(of feature: AnySpec.Feature) -> [String] {
    switch feature {
    case .reducer: []
    case .foreign(let make): Harness.functions(of: make)
    }
  }

  /// What in a state is shared between its copies, and so undoes what the harness relies on.
  private static func notes(on states: [ErasedState]) -> [String] {
    var paths: [String] = []
    for notice in states.flatMap(\.notices) where !paths.contains(notice.path) {
      paths.append(notice.path)
    }
    return paths.map { path in
      "State holds a reference or a closure at \"\(path)\": it is compared by identity, and a "
        + "change of it is seen by every copy of the state. Make it a value."
    }
  }

  private static func sharedMemories(
    _ environment: Any, _ properties: [Property], _ actions: [Any]
  ) -> [String] {
    let what = "holds a reference or a closure, which all configurations share."
    return (structuralNotices(in: environment).isEmpty ? [] : ["The environment's model \(what)"])
      + properties.filter { !structuralNotices(in: $0.memory).isEmpty }.map {
        "What the property \"\($0.name)\" remembers \(what)"
      }
      + actions.filter { !structuralNotices(in: $0).isEmpty }.prefix(1).map {
        "The action \(describe($0)) \(what)"
      }
  }

  private static func alphabet(
    of spec: AnySpec, _ payloads: PayloadLimits
  ) throws -> (sources: [ActionSource], notes: [String]) {
    if !spec.listed.isEmpty {
      let sources = spec.listed.map { list in
        ActionSource(
          name: "", enumerate: { state in list.actions(state).map { ($0, []) } }, draw: nil,
          tag: nil, fixed: list.fixed, typed: list.typed)
      }
      return (sources, [])
    }
    let derived = spec.derive(spec.payloads, payloads)
    if let (caseName, reason) = derived.discarding.first {
      throw SpecificationError.discards(spec.name, caseName, reason)
    }
    guard !derived.sources.isEmpty else {
      throw SpecificationError.noAlphabet(spec.name, missing: derived.missing)
    }
    let notes = derived.missing.map {
      "\($0.name) is not sent from outside: its payload (\($0.payload)) cannot be generated; "
        + "to send it, add .payload(\($0.payload).self, …)."
    }
    return (derived.sources, notes)
  }

  /// The dependencies and the reducer of one simulation.
  func instantiate(
    _ link: WorldLink
  ) -> (DependencyValues, (inout ErasedState, Any) -> Effect<Any>) {
    let values = controlledDependencies(link)
    switch feature {
    case .reducer(let make):
      let reduce = DependencyValues.$current.withValue(values) { make() }
      return (values, reduce)
    case .foreign(let make):
      return (values, make(Harness(link: link)))
    }
  }

  /// The feature as a plain model, for one worker; nil where it cannot be one.
  func plainModel(_ dependencies: DependencyValues) -> PlainModel? {
    guard moves.isEmpty, environment is Void, preamble.isEmpty else { return nil }
    let alphabets = sources.map { source in
      source.typed.map(PlainAlphabet.listed) ?? .fixed(source.enumerate(initialStates[0]).map(\.0))
    }
    return DependencyValues.$current.withValue(dependencies) { plain?(initialStates, alphabets) }
  }

  private func controlledDependencies(_ link: WorldLink) -> DependencyValues {
    DependencyValues.$current.withValue(.controlled(by: link)) {
      Reducers.withDependencies {
        for override in overrides { override(&$0) }
        for declared in endpoints { declared.install(link, declared.endpoint, &$0) }
      } operation: {
        DependencyValues.current
      }
    }
  }
}

/// Something in a spec that keeps it from being run.
public struct SpecificationError: Error, CustomStringConvertible {
  /// The spec's name.
  public let spec: String
  let message: String

  /// What was found in the spec and what to do.
  public var description: String { "The spec \(spec) cannot run. \(message)" }

  static func unknownEndpoint(_ spec: String, _ name: String, among names: [String]) -> Self {
    Self(
      spec: spec,
      message: "It says that \"\(name)\" does not fail for ever, but has no such endpoint. It has: "
        + names.joined(separator: ", ") + ".")
  }

  static func tooMuchLiveness(_ name: String, _ count: Int) -> Self {
    Self(
      spec: name,
      message:
        "It has \(count) properties of the kinds .eventually and .leadsTo, and one search can "
        + "tell \(GraphRecorder.mostProperties) apart. Make two specs of it.")
  }

  static func namesIdentifier(_ name: String, _ action: Any) -> Self {
    Self(
      spec: name,
      message: "It says that the ids of stack elements are opaque, but sends \(describe(action)), "
        + "which holds one. List such actions by the state: .sending { $0.path.ids.map { … } }.")
  }

  static func foreignSemantics(_ name: String) -> Self {
    Self(
      spec: name,
      message: "It sets .semantics(.tca), but the feature's effects run in a runtime of their own, "
        + "which decides when they are registered. Leave it out.")
  }

  static func noOutcomes(_ name: String) -> String {
    "The endpoint \(name) has no outcomes, so a call of it could never end. Declare at least one, "
      + "as in `returning: { … }` or `outcomes: { … }`."
  }

  static func discards(_ name: String, _ caseName: String, _ reason: Discarded) -> Self {
    Self(
      spec: name,
      message: "The generator of \(caseName)'s payload never gave a value: \(reason) Widen what it "
        + "draws from, or drop the filter.")
  }

  static func noInitialState(_ name: String) -> Self {
    Self(
      spec: name,
      message: "It has no initial state. Add one: Spec(\"\(name)\", of: Feature(), startingAt: "
        + "Feature.State()).")
  }

  static func noAlphabet(_ name: String, missing: [(name: String, payload: String)]) -> Self {
    let found =
      missing.isEmpty
      ? "its Action has no cases that can be read"
      : "no case's payload can be generated: "
        + missing.map { "\($0.name)(\($0.payload))" }.joined(separator: ", ")
    return Self(
      spec: name,
      message: "It lists no actions to send, and none can be derived from Action: \(found). "
        + "Add .sending(.first, .second), or .payload(Type.self, generator).")
  }
}
