/// A struct that is a feature: which of its parts are written, and which are to be added.
struct FeatureStruct {
  let type: TypeDeclaration
  let request: ExpansionRequest
  private let members: [Declaration]
  private let access: String

  init(_ type: TypeDeclaration, _ request: ExpansionRequest) {
    self.type = type
    self.request = request
    members = type.members
    access = request.access(for: type.declaration)
  }

  /// The State and Action that are not written.
  var memberExpansion: Expansion {
    var source = GeneratedSource()
    var diagnostics = superfluousBody + superfluousArguments
    if !hasType("State"), !reduceHasOtherType("State", at: 0) {
      let state = deduced("State", at: 0)
      source.add(state ?? emptyState)
      if state == nil { diagnostics += useOfMissingState }
    }
    if !hasType("Action"), !reduceHasOtherType("Action", at: 1) {
      // An empty Action is of no use to a body that tells actions apart: it stands in an extension.
      let action = deduced("Action", at: 1) ?? (tellsActionsApart ? nil : emptyAction)
      if let action { source.add(action) }
    }
    return Expansion(text: source.text, diagnostics, in: request.declaration)
  }

  /// The conformance, and an empty body in it if nothing is written.
  ///
  /// Where the conformance is written by hand, so is the body: this adds neither.
  var conformance: String {
    guard let name = request.extendedType, request.lacksConformance(to: "Reducer") else {
      return ""
    }
    var source = GeneratedSource()
    if body == nil, reduce == nil {
      source.add("extension \(name): Reducers.Reducer {") { source in
        source.add("\(access)var body: some Reducers.Reducer<Self.State, Self.Action> {") {
          $0.add("Reducers.EmptyReducer()")
        }
      }
    } else {
      source.add("extension \(name): Reducers.Reducer {}")
    }
    return source.text
  }

  private var body: Property? {
    members.filter { !$0.isStatic }.flatMap(\.properties).first { $0.name == "body" }
  }

  private var reduce: Declaration? {
    members.first { $0.keyword == "func" && $0.signature == "reduce(into:action:)" }
  }

  private func hasType(_ name: String) -> Bool {
    type.genericParameters.contains(name)
      || members.contains { Self.typeKeywords.contains($0.keyword) && $0.name == name }
  }

  private static let typeKeywords: Set<String> = ["struct", "enum", "class", "actor", "typealias"]

  private var emptyState: String {
    """
    \(access)struct State: Swift.Codable, Swift.Hashable, Swift.Sendable {
      \(access)init() {}
    }
    """
  }

  private var emptyAction: String {
    """
    @Reducers.CasePathable
    \(access)enum Action: Swift.Hashable, Swift.Sendable {}
    """
  }
}

extension FeatureStruct {
  /// Whether `reduce(into:action:)` takes something else, from which the compiler infers the type.
  private func reduceHasOtherType(_ name: String, at index: Int) -> Bool {
    guard let parameters = reduce?.parameters, parameters.indices.contains(index) else {
      return false
    }
    let words = parameters[index].type.split(separator: " ").filter { $0 != "inout" }
    return words != [Substring(name)] && words != [Substring("Self.\(name)")]
  }

  /// A name for the type that the body says it reduces, if that is another feature's.
  private func deduced(_ name: String, at index: Int) -> String? {
    guard let range = body?.typeRange, let tree = body?.declaration.tree,
      let open = range.first(where: { tree.is($0, "<") })
    else { return nil }
    let arguments = tree.typeArguments(open + 1..<range.upperBound - 1)
    let other: String
    switch (tree.tokens[open - 1].text, arguments.count) {
    case ("ReducerOf", 1): other = "\(arguments[0]).\(name)"
    case ("Reducer", 2): other = arguments[index]
    default: return nil
    }
    if [name, "Self.\(name)", "\(type.name).\(name)"].contains(other) { return nil }
    return "\(access)typealias \(name) = \(other)"
  }

  private var tellsActionsApart: Bool {
    [body?.declaration, reduce].contains { $0?.tellsActionsApart == true }
  }

  /// An empty State is no use to a feature that reads its fields.
  private var useOfMissingState: [Diagnostic] {
    let uses = [body?.declaration, reduce].compactMap { $0?.firstFieldOfState }
    return uses.prefix(1).map { use in
      let start = type.braceOffset + 1
      return Diagnostic(
        """
        \(type.name) has no State, but uses state.\(use.field): declare a struct State inside it. \
        A macro does not see what stands in extensions.
        """, at: use.offset,
        fixes: [
          Diagnostic.Fix(
            message: "Add a State", range: start..<start,
            newText: "\n\(access)struct State {\n}\n")
        ])
    }
  }

  /// With both written, the method is the one that runs.
  private var superfluousBody: [Diagnostic] {
    guard let body, reduce != nil else { return [] }
    return [
      Diagnostic(
        """
        \(type.name) has a body and a reduce(into:action:): only the latter runs. \
        Put it into the body as Reduce { state, action in … }.
        """, severity: .warning, at: body.nameOffset)
    ]
  }
}

extension FeatureStruct {
  private var superfluousArguments: [Diagnostic] {
    let conformances = try? SynthesizedConformances(request.attribute.text)
    guard let conformances, !(conformances.state + conformances.action).isEmpty else { return [] }
    return [
      Diagnostic(
        """
        @Reducer's state: and action: are for enums, whose State and Action it writes: \
        conform those of \(type.name) where they are declared.
        """, at: type.declaration.keywordOffset)
    ]
  }
}

extension Declaration {
  /// Whether its tokens hold a path into an action, a `switch action` or a `case … = action`.
  fileprivate var tellsActionsApart: Bool {
    range.contains { index in
      guard tree.is(index, "action") else { return false }
      let isPath = tree.is(index + 1, ":") && tree.is(index + 2, "\\")
      return isPath || tree.is(index - 1, "switch") || tree.is(index - 1, "=")
    }
  }

  /// The first `state.field` among its tokens.
  fileprivate var firstFieldOfState: (field: String, offset: Int)? {
    for index in range where tree.is(index, "state") && tree.is(index + 1, ".") {
      guard !tree.is(index - 1, "."), let field = tree.token(index + 2), field.kind == .word,
        field.text != "self"
      else { continue }
      return (field.text, tree.tokens[index].offset)
    }
    return nil
  }
}
