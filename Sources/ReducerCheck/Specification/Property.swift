/// What a spec demands, and of what.
public enum PropertyKind: String, Sendable, Codable {
  /// Holds in every configuration.
  case always
  /// Holds in no configuration.
  case never
  /// Holds for every event together with the configurations around it.
  case step
  /// Holds wherever nothing is left to happen but what the outside does.
  case quiescent
  /// Holds in some configuration.
  case reachable
  /// Holds some time after every configuration, once the outside is quiet.
  case eventually
  /// Holds some time after every configuration with a premise.
  case leadsTo

  var isLiveness: Bool { self == .eventually || self == .leadsTo }
}

/// A demand on a feature, with the value it remembers of the history.
struct Property {
  let name: String
  let kind: PropertyKind
  /// What it remembers at the start; `()` where it remembers nothing.
  var memory: Any = ()
  var update: ((inout Any, ErasedTransition) -> Void)?
  /// The claim about a configuration, given the property's place among the spec's, which is that of
  /// its memory; nil for a step property.
  var check: ((ErasedMoment, Int) -> Claim)?
  /// Whether the outside may go on acting while a goal is waited for.
  var outsideActs = false
  /// The claim about a step; nil for the others.
  var checkStep: ((ErasedTransition, Any) -> Claim)?
}
