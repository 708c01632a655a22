/// `@Presents`: keeps an optional child in a `PresentationState` that `$name` shows.
struct PresentsExpansion: MacroExpansion {
  let request: ExpansionRequest
  private let declaration: Declaration

  init(_ request: ExpansionRequest) throws {
    self.request = request
    declaration = try Declaration(request.declaration.text)
  }

  var expansion: Expansion {
    get throws {
      guard let property = declaration.properties.first else {
        throw Diagnostic(
          "@Presents is for properties, and this is \(declaration.kindInWords).",
          at: declaration.keywordOffset)
      }
      // The compiler itself refuses accessors for several properties at once.
      let isAlone = declaration.properties.count == 1
      let problems = isAlone ? PresentsProblem.all(of: property) : []
      let wrapped = isAlone && problems.isEmpty ? property.wrappedType : nil
      let text =
        request.role == .accessor
        ? accessors(of: property, wrapped) : wrapped.map { peers(of: property, $0) }
      return Expansion(text: text ?? "", problems, in: request.declaration)
    }
  }

  private func accessors(of property: Property, _ wrapped: String?) -> String {
    guard property.isStored, declaration.keyword == "var" else { return "" }
    // Without a getter the compiler would complain of the macro besides.
    guard wrapped != nil else { return "{ get { Swift.fatalError() } }" }
    let name = property.name
    return """
      {
        @storageRestrictions(initializes: _\(name))
        init(initialValue) {
          _\(name) = Reducers.PresentationState(wrappedValue: initialValue)
        }
        get { _\(name).wrappedValue }
        _modify { yield &_\(name).wrappedValue }
      }
      """
  }

  private func peers(of property: Property, _ wrapped: String) -> String {
    let name = property.name
    let type = "Reducers.PresentationState<\(wrapped)>"
    let value = property.valueRange == nil ? " = \(type)(wrappedValue: nil)" : ""
    let access = declaration.modifiers.map { $0 + " " }.joined()
    return """
      private var _\(name): \(type)\(value)
      \(access)var $\(name): \(type) {
        get { _\(name) }
        _modify { yield &_\(name) }
      }
      """
  }
}

extension Property {
  /// What the type is an optional of, or nil if it is none.
  var wrappedType: String? {
    guard let range = typeRange, let last = range.last else { return nil }
    let tree = declaration.tree
    if tree.is(last, "?"), range.count > 1 { return tree.spelling(range.lowerBound..<last) }
    guard tree.is(range.lowerBound, "Optional"), tree.is(range.lowerBound + 1, "<") else {
      return nil
    }
    return tree.spelling(range.lowerBound + 2..<last)
  }
}
