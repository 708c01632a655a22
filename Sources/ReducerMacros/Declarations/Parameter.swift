/// A parameter of a function, of a case or of a function type.
package struct Parameter: Equatable, Sendable {
  /// What the caller writes in front; nil if nothing.
  package let label: String?
  /// What it is called inside, if it has a name of its own there.
  package let name: String?
  /// The type, with `Self` as it stands.
  package let type: String
  package let typeRange: Range<Int>
  package let hasDefault: Bool
}

extension TokenTree {
  /// The parameters between the parentheses, the first of which is at a place.
  func parameters(at parenthesis: Int) -> [Parameter] {
    let end = partner(of: parenthesis)
    var parameters: [Parameter] = []
    var index = parenthesis + 1
    while index < end {
      let names = namesInFrontOfColon(index, before: end)
      let type = index + (names.isEmpty ? 0 : names.count + 1)
      let typeEnd = endOfType(type, before: end) ?? endOfExpression(type, before: end)
      let next = endOfExpression(max(typeEnd, type), before: end)
      parameters.append(
        Parameter(
          label: names.first.flatMap { $0 == "_" ? nil : $0 }, name: names.last,
          type: spelling(type..<max(type, typeEnd)), typeRange: type..<max(type, typeEnd),
          hasDefault: self.is(typeEnd, "=")))
      index = max(next, index) + 1
    }
    return parameters
  }

  /// One or two names, if a colon follows them.
  private func namesInFrontOfColon(_ index: Int, before end: Int) -> [String] {
    var names: [String] = []
    var index = index
    while index < end, names.count < 2, tokens[index].kind == .word {
      names.append(tokens[index].text)
      index += 1
    }
    return index < end && self.is(index, ":") && !isPair(index, "::") ? names : []
  }
}
