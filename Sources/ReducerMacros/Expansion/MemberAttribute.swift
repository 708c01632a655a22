/// The attribute that `@Reducer` puts in front of a member.
struct MemberAttribute {
  let text: String

  init(_ request: ExpansionRequest) throws {
    let attribute = try Self.attribute(for: Declaration(request.declaration.text))
    // The type around may be long, and the compiler asks about each of its members.
    let isWanted = try !attribute.isEmpty && Self.isFeature(request.parent)
    text = isWanted ? attribute : ""
  }

  private static func isFeature(_ parent: SourceSnippet?) throws -> Bool {
    guard let parent else { return false }
    return ["struct", "enum"].contains(try Declaration(parent.text).keyword)
  }

  private static func attribute(for member: Declaration) -> String {
    switch (member.keyword, member.name) {
    case ("enum", "Action"): return casePaths(of: member)
    case ("enum", "State"):
      let lookup = member.hasAttribute(named: "dynamicMemberLookup") ? "" : "@dynamicMemberLookup"
      return [casePaths(of: member), lookup].filter { !$0.isEmpty }.joined(separator: " ")
    case ("var", "body"): return builder(for: member)
    default: return ""
    }
  }

  private static func casePaths(of member: Declaration) -> String {
    member.hasAttribute(named: "CasePathable") ? "" : "@Reducers.CasePathable"
  }

  /// The compiler infers the builder of a requirement only where the conformance is written, which
  /// is in an extension. A body that returns is no builder's.
  private static func builder(for member: Declaration) -> String {
    guard let body = member.properties.first, let braces = body.accessorRange, !member.isStatic,
      !member.attributes.contains(where: { $0.name.hasSuffix("Builder") }),
      !member.returns(in: braces)
    else { return "" }
    return "@Reducers.ReducerBuilder<Self.State, Self.Action>"
  }
}

extension Declaration {
  /// Whether braces hold a `return` that is not inside further braces, `get` aside.
  fileprivate func returns(in braces: Range<Int>) -> Bool {
    var index = braces.lowerBound + 1
    if tree.is(index, "get"), tree.is(index + 1, "{") { index += 2 }
    while index < braces.upperBound {
      if tree.is(index, "return") { return true }
      index = tree.index(after: index)
    }
    return false
  }
}
