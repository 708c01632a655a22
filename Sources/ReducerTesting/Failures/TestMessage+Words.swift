import Reducers

extension TestMessage {
  /// Columns that a value may take in the middle of a sentence.
  private static var shortWidth: Int { 60 }

  /// An action in the middle of a sentence: whole if it is short, else without its payload.
  static func short<Action>(_ action: Action) -> String {
    let text = outline(of: action)
    if text.count <= shortWidth, !text.contains("\n") { return text }
    return text.prefix { $0 != "(" } + "(…)"
  }

  /// What a case path leads to: the case itself if it carries nothing. A path does not tell names.
  static func text<Action, Value>(of path: AnyCasePath<Action, Value>) -> String {
    if let nothing = () as? Value { return short(path.embed(nothing)) }
    return "an action that the case path to \(plainName(of: Value.self)) matches"
  }

  static func names<Action>(_ actions: [Action]) -> String {
    actions.map(short).joined(separator: ", ")
  }

  static func after<Action>(_ action: Action?) -> String {
    action.map { " after \(short($0))" } ?? ""
  }

  static func count(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }

  static func list<Action>(_ actions: [Action]) -> String {
    actions.map { indented(outline(of: $0)) }.joined(separator: "\n")
  }

  static func list(_ effects: [EffectStanding]) -> String {
    effects.map { effect in
      let action = effect.action.map { " (returned for \(short($0)))" } ?? ""
      return """
            the effect at \(effect.origin)\(action)
              \(effect.waits.map(text).joined(separator: "\n      "))
        """
    }.joined(separator: "\n")
  }

  private static func text(of wait: EffectStanding.Wait) -> String {
    switch wait {
    case .receive: "waits for what it sends to be received"
    case .clock(let duration): "sleeps on a test clock, \(duration) more"
    case .realSleep(let duration): "sleeps \(duration) in real time, which is not waited for"
    case .followUp: "waits for what followed from what it did to be received"
    case .start: "starts when the actions of the same step are received"
    case .unseen: "waits for something that the test store does not control"
    }
  }

  static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
  }
}
