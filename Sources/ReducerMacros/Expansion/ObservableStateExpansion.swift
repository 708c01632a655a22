/// `@ObservableState`: adds nothing, for a store observes by key path.
struct ObservableStateExpansion: MacroExpansion {
  let request: ExpansionRequest

  init(_ request: ExpansionRequest) { self.request = request }

  var expansion: Expansion {
    get throws {
      let declaration = try Declaration(request.declaration.text)
      guard ["struct", "enum"].contains(declaration.keyword) else {
        throw Diagnostic(
          """
          @ObservableState is for structs and enums, and \(declaration.name) is \
          \(declaration.kindInWords): a state is a value.
          """, at: declaration.keywordOffset, fixes: declaration.fixesMakingStruct)
      }
      return Expansion(text: "", in: request.declaration)
    }
  }
}
