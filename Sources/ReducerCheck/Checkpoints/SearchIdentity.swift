import TransitionSystems

/// What makes a search the one it is: another of the same would meet the same configurations.
struct SearchIdentity: Codable, Equatable {
  let spec: String
  /// Properties with their kinds, in declared order.
  let properties: [String]
  /// The cases of Action, and those that are sent where they are not listed one by one.
  let actions: [String]
  let sources: [String]
  let endpoints: [String]
  let moves: [String]
  /// The initial states, by a fingerprint of what they say of themselves.
  let starts: [UInt64]
  /// What else there is to the spec that changes the space.
  let ways: [String]
  let inFlight: Int
  let virtualTime: Duration?
  let payloads: Int
  let isCompact: Bool
  let lookAhead: Int?
}

extension SearchIdentity {
  init(_ model: FeatureModel, _ limits: ExplorationLimits) {
    spec = model.name
    properties = model.properties.map { "\($0.kind.rawValue) \"\($0.name)\"" }
    actions = model.cases.names
    sources = model.sources.map(\.name)
    endpoints = model.endpointNames
    moves = model.moves.map(\.name)
    starts = model.initialStates.map { structuralFingerprint(of: describe($0.any)) }
    ways =
      (model.allowsCancellation ? ["cancellable"] : [])
      + (model.schedulesEffects ? ["semantics(.tca)"] : [])
      + (model.allowsIdling ? [] : ["withoutIdling"])
      + (model.hasOpaqueIDs ? ["opaque ids"] : [])
    inFlight = model.maxInFlight
    virtualTime = limits.virtualTime
    payloads = limits.payloads
    isCompact = limits.isCompact
    lookAhead = limits.lookAhead
  }

  /// What keeps a search from going on from a checkpoint of this one, and what to do about it; nil
  /// if nothing does.
  func obstacle(to wanted: SearchIdentity, in file: String) -> String? {
    if spec != wanted.spec {
      return "\(file) is of a search of \(spec), and \(wanted.spec) is to be searched. Go on with "
        + "`explore \(spec) --resume \(file)`."
    }
    return obstacle(by: wanted.parts, in: file) ?? obstacle(by: wanted.bounds, in: file)
  }

  // MARK: What the spec is made of

  private var parts: [(name: String, value: String)] {
    [
      ("properties", listed(properties)), ("actions", listed(actions)),
      ("generated actions", listed(sources)), ("endpoints", listed(endpoints)),
      ("moves", listed(moves)), ("number of initial states", "\(starts.count)"),
      ("initial states", listed(starts.map { "#" + String($0, radix: 16) })),
      ("options", listed(ways)),
    ]
  }

  private func listed(_ names: [String]) -> String {
    names.isEmpty ? "(none)" : names.joined(separator: ", ")
  }

  private func obstacle(by wanted: [(name: String, value: String)], in file: String) -> String? {
    for (mine, other) in zip(parts, wanted) where mine.value != other.value {
      return "\(file) is of a search in which \(spec) had the \(mine.name) \(mine.value); now it "
        + "has \(other.value). That is another space: search anew, without --resume."
    }
    return nil
  }

  // MARK: What bounds the space

  /// A limit, and how the command is told of it.
  private struct Bound {
    let text: String
    let option: String
  }

  private var bounds: [Bound] {
    [
      Bound(
        text: "at most \(inFlight) effects in flight", option: "with --max-in-flight \(inFlight)"),
      virtualTime.map {
        Bound(text: "virtual time up to \($0)", option: "with --max-virtual-time \($0.option)")
      } ?? Bound(text: "any virtual time", option: "without --max-virtual-time"),
      Bound(text: "\(payloads) payloads of a case", option: "with --payloads \(payloads)"),
      isCompact
        ? Bound(text: "fingerprints only", option: "with --compact")
        : Bound(text: "whole configurations", option: "without --compact"),
      lookAhead.map {
        Bound(text: "effects compared \($0) calls ahead", option: "with --look-ahead \($0)")
      } ?? Bound(text: "effects compared exactly", option: "without --look-ahead"),
    ]
  }

  private func obstacle(by wanted: [Bound], in file: String) -> String? {
    for (mine, other) in zip(bounds, wanted) where mine.text != other.text {
      // From whole configurations to fingerprints nothing is lost, and memory is what it saves.
      if mine.text == "whole configurations" { continue }
      return "\(file) is of a search with \(mine.text), and this one is to have \(other.text). Go "
        + "on \(mine.option), or search anew, without --resume."
    }
    return nil
  }
}

extension Duration {
  /// As the command's options take it.
  var option: String {
    seconds == seconds.rounded() ? "\(components.seconds)" : "\(seconds)"
  }
}
