/// One declaration: what stands in front of its keyword, and where the rest of it is.
package struct Declaration: Sendable {
  let tree: TokenTree
  package let attributes: [Attribute]
  /// The words between the attributes and the keyword, such as `public` or `private(set)`.
  package let modifiers: [String]
  /// The place of the keyword among the tokens.
  let keywordIndex: Int
  /// All its tokens, attributes included.
  let range: Range<Int>
  /// What has to hold for the declaration to be compiled, if it stands in `#if`.
  package let condition: String?

  /// `struct`, `var`, `case` and so on.
  package var keyword: String { tree.tokens[keywordIndex].text }

  /// The bytes in front of the keyword.
  package var keywordOffset: Int { tree.tokens[keywordIndex].offset }

  /// The name, with backticks where it has them; an operator's characters are put together.
  package var name: String {
    let start = keywordIndex + 1
    guard start < range.upperBound else { return "" }
    guard tree.tokens[start].kind == .operatorCharacter else { return tree.tokens[start].text }
    var end = start + 1
    while end < range.upperBound, tree.tokens[end].kind == .operatorCharacter,
      tree.tokens[end].isJoined
    {
      end += 1
    }
    return tree.spelling(start..<end)
  }

  /// The bytes in front of the name.
  package var nameOffset: Int { tree.token(keywordIndex + 1)?.offset ?? keywordOffset }

  package func hasAttribute(named name: String) -> Bool {
    attributes.contains { $0.name == name }
  }

  package var isStatic: Bool { modifiers.contains("static") || modifiers.contains("class") }

  /// The bytes in front of a word between the attributes and the keyword.
  package func offset(ofModifier modifier: String) -> Int? {
    let index = range.first { $0 < keywordIndex && tree.is($0, modifier) }
    return index.map { tree.tokens[$0].offset }
  }

  /// The access level that is written, if one is.
  package var access: String? { modifiers.first { Self.accessLevels.contains($0) } }

  private static let accessLevels = [
    "open", "public", "package", "internal", "fileprivate", "private",
  ]
}

/// An attribute in front of a declaration.
package struct Attribute: Equatable, Sendable {
  /// The last part of the name: `Presents` for `@Reducers.Presents`.
  package let name: String
  /// The whole of it, from the `@` on.
  package let text: String
  /// What stands between the parentheses, if there are any.
  package let arguments: String?
  package let offset: Int
}
