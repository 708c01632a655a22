/// One name of an enum's `case`.
package struct EnumCase: Sendable {
  package let declaration: Declaration
  /// With backticks where it has them.
  package let name: String
  package let nameOffset: Int
  package let parameters: [Parameter]

  package var condition: String? { declaration.condition }
}

extension Declaration {
  /// The cases that a `case` declares.
  package var cases: [EnumCase] {
    guard keyword == "case" else { return [] }
    var cases: [EnumCase] = []
    var index = keywordIndex + 1
    while index < range.upperBound, tree.tokens[index].kind == .word {
      let name = index
      index += 1
      let hasPayload = index < range.upperBound && tree.is(index, "(")
      cases.append(
        EnumCase(
          declaration: self, name: tree.tokens[name].text, nameOffset: tree.tokens[name].offset,
          parameters: hasPayload ? tree.parameters(at: index) : []))
      index = tree.endOfExpression(index, before: range.upperBound) + 1
    }
    return cases
  }
}

extension TypeDeclaration {
  /// All cases in their order.
  package var cases: [EnumCase] { members.flatMap(\.cases) }
}
