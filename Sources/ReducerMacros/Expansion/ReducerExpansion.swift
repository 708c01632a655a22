/// `@Reducer`: on a struct, what it takes to be a feature's reducer.
struct ReducerExpansion: MacroExpansion {
  let request: ExpansionRequest

  init(_ request: ExpansionRequest) { self.request = request }

  var expansion: Expansion {
    get throws {
      switch request.role {
      case .memberAttribute:
        return Expansion(text: try MemberAttribute(request).text, in: request.declaration)
      case .member: return try feature?.memberExpansion ?? explanation
      case .extension:
        return Expansion(text: try feature?.conformance ?? "", in: request.declaration)
      default: return Expansion(text: "", in: request.declaration)
      }
    }
  }

  private var feature: FeatureStruct? {
    get throws {
      let declaration = try Declaration(request.declaration.text)
      guard let type = TypeDeclaration(declaration), type.keyword == "struct" else { return nil }
      return FeatureStruct(type, request)
    }
  }

  /// Why the declaration can be no feature.
  private var explanation: Expansion {
    get throws {
      let declaration = try Declaration(request.declaration.text)
      var fixes: [Diagnostic.Fix] = []
      if declaration.keyword == "class" || declaration.keyword == "actor" {
        let start = declaration.keywordOffset
        fixes.append(
          Diagnostic.Fix(
            message: "Make it a struct", range: start..<start + declaration.keyword.utf8.count,
            newText: "struct"))
      }
      throw Diagnostic(
        """
        @Reducer is for structs and enums, and \(declaration.name) is a \(declaration.keyword): \
        a feature's logic has no identity.
        """, at: declaration.keywordOffset, fixes: fixes)
    }
  }
}
