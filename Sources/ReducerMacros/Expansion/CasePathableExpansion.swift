/// `@CasePathable`: a path for each case, and `==` where the compiler cannot write it.
struct CasePathableExpansion: MacroExpansion {
  let request: ExpansionRequest
  let type: TypeDeclaration
  let access: String

  init(_ request: ExpansionRequest) throws {
    self.request = request
    let declaration = try Declaration(request.declaration.text)
    guard let type = TypeDeclaration(declaration), type.keyword == "enum" else {
      throw Diagnostic(
        "@CasePathable is for enums, and \(declaration.name) is \(declaration.kindInWords).",
        at: declaration.keywordOffset,
        fixes: [.removing(request.attribute, from: request.declaration)])
    }
    self.type = type
    access = request.access(for: declaration)
  }

  var expansion: Expansion {
    switch request.role {
    case .member:
      Expansion(text: members, type.repeatedCases.map(\.ambiguity), in: request.declaration)
    case .extension: Expansion(text: conformance, in: request.declaration)
    default: Expansion(text: "", in: request.declaration)
    }
  }

  private var conformance: String {
    guard let type = request.extendedType, request.lacksConformance(to: "CasePathable") else {
      return ""
    }
    return "extension \(type): Reducers.CasePathable {}"
  }

  private var members: String {
    var source = GeneratedSource()
    source.add("\(access)struct AllCasePaths: Swift.Sendable {") { source in
      for enumCase in type.casesWithoutRepetition {
        source.add(path(of: enumCase), if: enumCase.condition)
      }
    }
    source.add("\(access)static var allCasePaths: AllCasePaths { AllCasePaths() }")
    if let equality = EnumEquality(type, access: access) { source.add(equality.text) }
    return source.text
  }

  private func path(of enumCase: EnumCase) -> String {
    let payload = CasePayload(enumCase, in: type.name)
    var source = GeneratedSource()
    for attribute in enumCase.declaration.attributes where attribute.name == "available" {
      source.add(attribute.text)
    }
    let pathType = "Reducers.AnyCasePath<\(type.name), \(payload.type)>"
    source.add("\(access)var \(enumCase.name): \(pathType) {") { source in
      source.add(
        """
        Reducers.AnyCasePath(
          embed: { \(payload.embedding) },
          extract: { if case \(payload.pattern) = $0 { \(payload.value) } else { nil } })
        """)
    }
    return source.text
  }
}

extension ExpansionRequest {
  func lacksConformance(to name: String) -> Bool {
    missingConformances.contains { $0 == name || $0.hasSuffix(".\(name)") }
  }
}

extension Diagnostic.Fix {
  static func removing(_ attribute: SourceSnippet, from declaration: SourceSnippet) -> Self {
    let start = attribute.place.offset - declaration.place.offset
    let blank = attribute.text.utf8.prefix { $0.isSpace || $0.isNewline }.count
    let name = attribute.text.utf8.dropFirst(blank)
    return Self(
      message: "Remove \(String(decoding: name, as: UTF8.self))",
      range: start + blank..<start + attribute.text.utf8.count, newText: "")
  }
}
