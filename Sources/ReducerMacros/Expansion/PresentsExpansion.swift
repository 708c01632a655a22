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
      let problems = PresentsProblem.all(of: property, request)
      let wrapped = property.wrappedType
      switch request.role {
      case .accessor:
        // Without a getter the compiler would complain of the macro besides.
        let isSound = problems.isEmpty && wrapped != nil
        return Expansion(
          text: isSound ? accessors(of: property.name) : "{ get { Swift.fatalError() } }",
          in: request.declaration)
      case .peer:
        let text = problems.isEmpty ? wrapped.map { peers(of: property, $0) } : nil
        return Expansion(text: text ?? "", problems, in: request.declaration)
      default: return Expansion(text: "", in: request.declaration)
      }
    }
  }

  private func accessors(of name: String) -> String {
    """
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
