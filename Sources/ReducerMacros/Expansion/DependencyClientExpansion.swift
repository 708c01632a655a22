/// `@DependencyClient`: an initializer whose endpoints fail until they are given.
struct DependencyClientExpansion: MacroExpansion {
  let request: ExpansionRequest
  private let type: TypeDeclaration
  private let members: [Declaration]
  private let stored: [ClientProperty]
  private let access: String

  init(_ request: ExpansionRequest) throws {
    self.request = request
    let declaration = try Declaration(request.declaration.text)
    guard let type = TypeDeclaration(declaration), type.keyword == "struct" else {
      throw Diagnostic(
        """
        @DependencyClient is for structs, and \(declaration.name) is \(declaration.kindInWords): \
        a test overrides one endpoint of a copy.
        """, at: declaration.keywordOffset, fixes: declaration.fixesMakingStruct)
    }
    self.type = type
    members = type.members
    stored = members.filter { !$0.isStatic && !$0.modifiers.contains("lazy") }
      .flatMap(\.properties).filter(\.isStored).map(ClientProperty.init)
    access = request.access(for: declaration)
  }

  var expansion: Expansion {
    switch request.role {
    case .member: Expansion(text: memberText, problems, in: request.declaration)
    case .extension: Expansion(text: conformances, in: request.declaration)
    default: Expansion(text: "", in: request.declaration)
    }
  }

  private var parameters: [ClientProperty] { stored.filter(\.isParameter) }

  private var canBeUnimplemented: Bool {
    parameters.allSatisfy(\.hasDefault)
      && stored.allSatisfy { $0.isParameter || $0.property.valueRange != nil }
  }

  /// Some endpoints' types leave it to us, rather than to the compiler, that they are `@Sendable`.
  private var isUnchecked: Bool {
    stored.contains { $0.function.map { !$0.isSendable } ?? false }
  }

  private var memberText: String {
    var source = GeneratedSource()
    if !members.contains(where: { $0.keyword == "init" && $0.labels == parameters.map(\.name) }) {
      addInitializer(to: &source)
    }
    if canBeUnimplemented {
      source.add("\(access)static var unimplemented: Self { Self() }")
    }
    for method in stored.compactMap({ $0.method(access: access) }) { source.add(method) }
    return source.text
  }

  private func addInitializer(to source: inout GeneratedSource) {
    source.add("\(access)init(", ") {") { source in
      for (index, parameter) in parameters.enumerated() {
        let comma = index == parameters.count - 1 ? "" : ","
        let value = parameter.defaultValue(reporting: report(of: parameter)).map { " = \($0)" }
        source.add("\(parameter.name): \(parameter.parameterType ?? "")\(value ?? "")\(comma)")
      }
    }
    for parameter in parameters { source.add("  self.\(parameter.name) = \(parameter.name)") }
    if isUnchecked {
      for data in stored where data.function == nil {
        source.add("  _ = self.\(data.name) as any Swift.Sendable")
      }
    }
    source.add("}")
  }

  private func report(of endpoint: ClientProperty) -> String {
    let line = request.declaration.line(of: endpoint.property.nameOffset)
    let fileID = request.declaration.place.fileID
    return """
      Reducers.UnimplementedEndpoint.called(
          "\(type.name).\(endpoint.name)", fileID: "\(fileID)", line: \(line))
      """
  }

  private var conformances: String {
    guard let name = request.extendedType else { return "" }
    var source = GeneratedSource()
    if request.lacksConformance(to: "Sendable") {
      if isUnchecked {
        source.add(Self.whyItIsSendable)
        source.add("extension \(name): @unchecked Swift.Sendable {}")
      } else {
        source.add("extension \(name): Swift.Sendable {}")
      }
    }
    if canBeUnimplemented, request.lacksConformance(to: "UnimplementedByDefault") {
      source.add("extension \(name): Reducers.UnimplementedByDefault {}")
    }
    return source.text
  }

  private static let whyItIsSendable = """
    // Unchecked because an endpoint's type does not say @Sendable. It holds for a client made by its
    // initializer, which takes @Sendable closures only and requires the other properties to be
    // Sendable. An endpoint assigned later has to be safe to call from any task, as every endpoint
    // has; the compiler checks that too where the property's type says @Sendable.
    """

  private var problems: [Diagnostic] {
    stored.filter(\.lacksPlaceholder).map { endpoint in
      let result = endpoint.function?.result ?? ""
      let end = endpoint.property.typeRange?.last.map { type.declaration.tree.tokens[$0].end } ?? 0
      return Diagnostic(
        """
        \(type.name).\(endpoint.name) returns \(result) and cannot throw any error, so a test that has not \
        overridden it gets nothing: let it throw, or give it a value to return after the report.
        """, at: endpoint.property.nameOffset,
        fixes: [
          Diagnostic.Fix(
            message: "Give it a value", range: end..<end, newText: " = { <#\(result)#> }")
        ])
    }
  }
}

extension Declaration {
  fileprivate var labels: [String] { parameters.map { $0.label ?? "_" } }
}
