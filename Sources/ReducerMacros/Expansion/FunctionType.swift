/// A function type in its parts.
struct FunctionType {
  /// `@Sendable`, `@MainActor` and the like.
  let attributes: [String]
  let parameters: [Parameter]
  /// `async throws(E)`.
  let effects: String
  let result: String

  /// Reads a type; nil if it is no function.
  init?(_ tree: TokenTree, _ range: Range<Int>) {
    var range = range
    // Parentheses around the whole change nothing.
    while let first = range.first, tree.is(first, "("),
      tree.partner(of: first) == range.upperBound - 1
    {
      range = first + 1..<range.upperBound - 1
    }
    var index = range.lowerBound
    var attributes: [String] = []
    while index < range.upperBound, tree.is(index, "@") {
      let end = max(index + 1, tree.endOfAttribute(index, before: range.upperBound))
      attributes.append(tree.spelling(index..<end))
      index = end
    }
    guard index < range.upperBound, tree.is(index, "("),
      let arrow = range.first(where: { $0 > tree.partner(of: index) && tree.isPair($0, "->") }),
      arrow + 2 < range.upperBound
    else { return nil }
    self.attributes = attributes
    parameters = tree.parameters(at: index)
    effects = tree.spelling(tree.partner(of: index) + 1..<arrow)
    result = tree.spelling(arrow + 2..<range.upperBound)
  }

  /// Whether it may throw an error of any type.
  var canThrowAnything: Bool {
    canThrow && (!effects.contains("(") || effects.contains("(any Error)"))
  }

  private var canThrow: Bool { effects.contains("throws") }
  var isAsync: Bool { effects.contains("async") }
  var isSendable: Bool { attributes.contains("@Sendable") }

  /// `try await `, or as much of it as a call needs.
  var callPrefix: String { (canThrow ? "try " : "") + (isAsync ? "await " : "") }

  /// A value to return when there is nothing to return; nil if the type does not tell of any.
  var placeholder: String? {
    if result.hasSuffix("?") { return "nil" }
    if result.hasPrefix("[") { return result.contains(":") ? "[:]" : "[]" }
    return Self.placeholders[result]
  }

  private static let placeholders = [
    "Void": "()", "()": "()", "Swift.Void": "()", "Bool": "false", "String": "\"\"", "Int": "0",
    "Double": "0", "Float": "0",
  ]
}
