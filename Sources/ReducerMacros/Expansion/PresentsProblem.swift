/// Why a property cannot be presented.
enum PresentsProblem {
  static func all(of property: Property) -> [Diagnostic] {
    let declaration = property.declaration
    let name = property.name
    if declaration.keyword == "let" {
      let start = declaration.keywordOffset
      return [
        Diagnostic(
          "@Presents needs a var: \(name) changes when the child comes and goes.", at: start,
          fixes: [
            Diagnostic.Fix(message: "Make it a var", range: start..<start + 3, newText: "var")
          ])
      ]
    }
    if declaration.isStatic {
      return [
        Diagnostic(
          "@Presents is for a state's own properties, and \(name) is static.",
          at: property.nameOffset)
      ]
    }
    if !property.isStored {
      return [
        Diagnostic(
          "@Presents is for stored properties, and \(name) is computed.", at: property.nameOffset)
      ]
    }
    return typeProblem(of: property).map { [$0] } ?? []
  }

  private static func typeProblem(of property: Property) -> Diagnostic? {
    guard let type = property.type, let end = property.typeEndOffset else {
      return Diagnostic(
        "@Presents needs the type written: @Presents var \(property.name): Child.State?",
        at: property.nameOffset)
    }
    if property.wrappedType != nil { return nil }
    return Diagnostic(
      """
      @Presents needs an optional, for \(property.name) is nil while the child is not there: \
      \(type)?
      """, at: property.nameOffset,
      fixes: [Diagnostic.Fix(message: "Make it optional", range: end..<end, newText: "?")])
  }
}

extension Property {
  fileprivate var typeEndOffset: Int? {
    typeRange?.last.map { declaration.tree.tokens[$0].end }
  }
}
