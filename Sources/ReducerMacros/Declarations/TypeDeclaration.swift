/// A struct, enum, class, actor, protocol or extension.
package struct TypeDeclaration: Sendable {
  package let declaration: Declaration
  /// The names between `<` and `>`.
  package let genericParameters: [String]
  /// What stands behind the colon.
  package let inheritedTypes: [String]
  /// The place of the opening brace among the tokens.
  private let brace: Int

  package init?(_ declaration: Declaration) {
    guard Self.keywords.contains(declaration.keyword) else { return nil }
    let tree = declaration.tree
    let end = declaration.range.upperBound
    let name = declaration.keywordIndex + 1
    guard let brace = (name..<max(name, end)).first(where: { tree.is($0, "{") }) else { return nil }
    self.declaration = declaration
    self.brace = brace
    var index =
      declaration.keyword == "extension"
      ? tree.endOfType(name, before: brace) ?? name + 1 : name + 1
    let afterGenerics = tree.endOfGenericArguments(index, before: brace)
    genericParameters = Self.names(in: tree, index..<afterGenerics)
    index = afterGenerics
    inheritedTypes = tree.is(index, ":") ? tree.typeArguments(index + 1..<brace) : []
  }

  package var keyword: String { declaration.keyword }
  package var name: String { declaration.name }

  /// The declarations between the braces, those of nested types left out.
  package var members: [Declaration] {
    let tree = declaration.tree
    return DeclarationParser.declarations(in: tree, brace + 1..<tree.partner(of: brace))
  }

  /// The bytes in front of the opening brace.
  package var braceOffset: Int { declaration.tree.tokens[brace].offset }

  /// Whether a protocol is named behind the colon, alone or in a composition.
  package func inherits(_ name: String) -> Bool {
    inheritedTypes.contains { type in
      type.split { $0 == "&" || $0 == " " }.contains { $0 == name || $0 == "Swift.\(name)" }
    }
  }

  private static func names(in tree: TokenTree, _ clause: Range<Int>) -> [String] {
    var names: [String] = []
    var index = clause.lowerBound + 1
    while index < clause.upperBound - 1, !tree.is(index, "where") {
      if tree.is(index, "each") || tree.is(index, "let") { index += 1 }
      names.append(tree.tokens[index].text)
      index += 1
      if tree.is(index, ":") {
        index = tree.endOfType(index + 1, before: clause.upperBound - 1) ?? index + 1
      }
      if tree.is(index, ",") { index += 1 }
    }
    return names
  }

  static let keywords: Set<String> = ["struct", "enum", "class", "actor", "protocol", "extension"]
}
