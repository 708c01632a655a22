extension Declaration {
  /// Reads the first declaration of a text.
  package init(_ text: String) throws(SyntaxProblem) {
    let tree = try TokenTree(text)
    let all = DeclarationParser.declarations(in: tree, 0..<tree.tokens.count)
    guard let first = all.first else {
      throw SyntaxProblem(kind: .missingDeclaration, offset: tree.tokens.first?.offset ?? 0)
    }
    self = first
  }

  /// Reads all declarations of a text.
  package static func all(in text: String) throws(SyntaxProblem) -> [Declaration] {
    let tree = try TokenTree(text)
    return DeclarationParser.declarations(in: tree, 0..<tree.tokens.count)
  }
}
