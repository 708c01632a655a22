/// `@CasePathable`: a path for each case, and `==` where the compiler cannot write it.
struct CasePathableExpansion: MacroExpansion {
  let request: ExpansionRequest
  let type: TypeDeclaration
  let cases: [EnumCase]
  let access: String

  init(_ request: ExpansionRequest) throws {
    self.request = request
    let declaration = try Declaration(request.declaration.text)
    guard let type = TypeDeclaration(declaration), type.keyword == "enum" else {
      throw Diagnostic(
        "@CasePathable is for enums, and \(declaration.name) is a \(declaration.keyword).",
        at: declaration.keywordOffset,
        fixes: [.removing(request.attribute, from: request.declaration)])
    }
    self.type = type
    cases = type.cases
    access = request.access(for: declaration)
  }

  var expansion: Expansion {
    switch request.role {
    case .member: Expansion(text: members, ambiguities, in: request.declaration)
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
      for enumCase in cases where !repeatsName(enumCase) {
        source.add(path(of: enumCase), if: enumCase.condition)
      }
    }
    source.add("\(access)static var allCasePaths: AllCasePaths { AllCasePaths() }")
    if let equality = EnumEquality(type, access: access) { source.add(equality.text) }
    return source.text
  }

  /// A case path is named by the case's name alone, so no two cases may share it.
  private var ambiguities: [Diagnostic] {
    cases.filter(repeatsName).map { enumCase in
      Diagnostic(
        """
        Two cases are named \(enumCase.name), so \\.\(enumCase.name) would be ambiguous: \
        give one of them another name.
        """, at: enumCase.nameOffset)
    }
  }

  /// Whether an earlier case has the name; those in `#if` may stand for each other.
  private func repeatsName(_ enumCase: EnumCase) -> Bool {
    let first = cases.first { $0.name == enumCase.name && $0.condition == enumCase.condition }
    return first?.nameOffset != enumCase.nameOffset
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
