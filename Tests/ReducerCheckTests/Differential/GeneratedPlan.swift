/// An action of a generated feature: which one, and a small payload.
struct Token: Hashable, Sendable {
  var code: Int
  var step = 0
}

/// What a generated feature does: for each reducer a table of rules, one an action.
struct FeaturePlan: Sendable {
  var parent: [Rule] = []
  var child: [Rule] = []
  var leaf: [Rule] = []
  /// What the parent changes when the child has handled the action of this place.
  var reactions: [Change] = []
}

/// What one action does.
struct Rule: Sendable {
  var bump = 0
  var change = Change.none
  var effect = EffectPlan.none
}

/// A change of which children are there.
enum Change: Hashable, Sendable {
  case none
  case openChild(Int)
  case closeChild
  case openLeaf
  case closeLeaf
  case go(Int)
  case addRow(Int)
  case removeRow(Int)
  case openSheet(Int)
  case closeSheet
  /// By a reducer that the one that presents the sheet does not know of.
  case closeSheetBehind
  case pushPage(Int)
  case popPage
}

/// A tree of effects, as data from which the effect is built.
indirect enum EffectPlan: Sendable {
  case none
  case send(Int)
  case run(RunPlan)
  case merge([EffectPlan])
  case concatenate([EffectPlan])
  case cancellable(EffectPlan, id: Int, cancelInFlight: Bool)
  case cancel(Int)
  case debounce(EffectPlan, id: Int, seconds: Int)
  case throttle(EffectPlan, id: Int, seconds: Int, latest: Bool)
  case map(EffectPlan)
}

/// The closure of a `run`, and its `catch`.
struct RunPlan: Sendable {
  var body: [Statement]
  var handler: [Statement]?
}

/// One statement of a closure.
indirect enum Statement: Sendable {
  /// Calls that may throw, cannot, are served by the environment's model, or are synchronous.
  case load(Int)
  case save(Int)
  case fetch(Int)
  case flag
  case send(Int)
  case sleep(Int)
  case uuid
  case fail
  case failIfZero
  case attempt([Statement])
  case asyncLet([Statement], [Statement], awaitsBoth: Bool)
  case group([[Statement]], firstOnly: Bool)
  case stream([Statement], most: Int, throwing: Bool)
  case within(Int, cancelInFlight: Bool, [Statement])
  case cancelID(Int)
  case dismiss
  /// An unstructured task that nobody awaits.
  case detach([Statement])
}

// MARK: As a person reads it

extension FeaturePlan: CustomStringConvertible {
  var description: String {
    func table(_ name: String, _ rules: [Rule]) -> [String] {
      rules.enumerated().compactMap { code, rule in
        rule.isEmpty ? nil : "  \(name) \(code): +\(rule.bump) \(rule.change) \(rule.effect)"
      }
    }
    let reactions = reactions.enumerated().compactMap { code, change in
      change == .none ? nil : "  after child \(code): \(change)"
    }
    return (table("parent", parent) + table("child", child) + table("leaf", leaf) + reactions)
      .joined(separator: "\n")
  }
}

extension Rule {
  var isEmpty: Bool {
    if case .none = effect { bump == 0 && change == .none } else { false }
  }
}

extension EffectPlan: CustomStringConvertible {
  var description: String {
    func list(_ parts: [EffectPlan]) -> String { parts.map(\.description).joined(separator: ", ") }
    return switch self {
    case .none: "none"
    case .send(let code): "send(\(code))"
    case .run(let run): run.description
    case .merge(let parts): "merge(\(list(parts)))"
    case .concatenate(let parts): "concatenate(\(list(parts)))"
    case .cancellable(let part, let id, let inFlight):
      "\(part).cancellable(\(id)\(inFlight ? ", cancelInFlight" : ""))"
    case .cancel(let id): "cancel(\(id))"
    case .debounce(let part, let id, let seconds): "\(part).debounce(\(id), \(seconds) s)"
    case .throttle(let part, let id, let seconds, let latest):
      "\(part).throttle(\(id), \(seconds) s, \(latest ? "latest" : "first"))"
    case .map(let part): "\(part).map"
    }
  }
}

extension RunPlan: CustomStringConvertible {
  var description: String {
    "run { \(text(body)) }" + (handler.map { " catch { \(text($0)) }" } ?? "")
  }
}

private func text(_ body: [Statement]) -> String {
  body.map(\.description).joined(separator: "; ")
}

extension Statement: CustomStringConvertible {
  var description: String {
    switch self {
    case .load(let n): "try load(\(n))"
    case .save(let n): "save(\(n))"
    case .fetch(let n): "try fetch(\(n))"
    case .flag: "flag()"
    case .send(let code): "send(\(code))"
    case .sleep(let seconds): "try sleep(\(seconds))"
    case .uuid: "uuid()"
    case .fail: "throw"
    case .failIfZero: "if value == 0 throw"
    case .attempt(let body): "try? { \(text(body)) }"
    case .asyncLet(let one, let two, let both):
      "async let { \(text(one)) }, { \(text(two)) }; await \(both ? "both" : "the first")"
    case .group(let bodies, let firstOnly):
      "group[\(bodies.map { "{ \(text($0)) }" }.joined(separator: ", "))]"
        + (firstOnly ? ".first, cancelAll" : "")
    case .stream(let body, let most, let throwing):
      "for \(throwing ? "try " : "")await in \(throwing ? "feed" : "ticks") (\(most)) { \(text(body)) }"
    case .within(let id, let inFlight, let body):
      "try within(\(id)\(inFlight ? ", cancelInFlight" : "")) { \(text(body)) }"
    case .cancelID(let id): "Task.cancel(\(id))"
    case .dismiss: "dismiss()"
    case .detach(let body): "Task { \(text(body)) }"
    }
  }
}
