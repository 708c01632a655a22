/// `@Reducer`: on a struct, what it takes to be a feature's reducer.
struct ReducerExpansion: MacroExpansion {
  let request: ExpansionRequest

  init(_ request: ExpansionRequest) { self.request = request }

  var expansion: Expansion {
    get throws {
      if request.role == .memberAttribute {
        return Expansion(text: try MemberAttribute(request).text, in: request.declaration)
      }
      let declaration = try Declaration(request.declaration.text)
      guard let type = TypeDeclaration(declaration) else { throw refusal(of: declaration) }
      switch (type.keyword, request.role) {
      case ("struct", .member): return FeatureStruct(type, request).memberExpansion
      case ("enum", .member): return try FeatureEnum(type, request).memberExpansion
      case ("struct", .extension):
        return Expansion(text: FeatureStruct(type, request).conformance, in: request.declaration)
      case ("enum", .extension):
        return Expansion(text: FeatureEnum(type, request).conformance, in: request.declaration)
      default: throw refusal(of: declaration)
      }
    }
  }

  private func refusal(of declaration: Declaration) -> Diagnostic {
    Diagnostic(
      """
      @Reducer is for structs and enums, and \(declaration.name) is \(declaration.kindInWords): \
      a feature's logic has no identity.
      """, at: declaration.keywordOffset, fixes: declaration.fixesMakingStruct)
  }
}

extension Declaration {
  /// `a class`, `an actor`.
  var kindInWords: String {
    ("aeiou".contains(keyword.prefix(1)) ? "an " : "a ") + keyword
  }

  /// What to do with a class or an actor that should have been a struct.
  var fixesMakingStruct: [Diagnostic.Fix] {
    guard keyword == "class" || keyword == "actor" else { return [] }
    let start = keywordOffset
    return [
      Diagnostic.Fix(
        message: "Make it a struct", range: start..<start + keyword.utf8.count, newText: "struct")
    ]
  }
}
