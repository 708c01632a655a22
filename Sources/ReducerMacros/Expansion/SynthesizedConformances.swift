/// The protocols that `@Reducer(state: .equatable, action: .sendable)` asks for.
struct SynthesizedConformances {
  private(set) var state: [String] = []
  private(set) var action: [String] = []

  /// Reads an attribute.
  init(_ attribute: String) throws {
    let tree = try TokenTree(attribute)
    var isState = true
    for (index, token) in tree.tokens.enumerated() where token.kind == .word {
      if tree.is(index + 1, ":") {
        isState = token.text == "state"
      } else if tree.is(index - 1, "."), index > 1, !tree.is(index - 2, "@"),
        let name = Self.names[token.text]
      {
        if isState { state.append(name) } else { action.append(name) }
      }
    }
  }

  private static let names = [
    "codable": "Swift.Codable", "decodable": "Swift.Decodable", "encodable": "Swift.Encodable",
    "equatable": "Swift.Equatable", "hashable": "Swift.Hashable", "sendable": "Swift.Sendable",
  ]
}
