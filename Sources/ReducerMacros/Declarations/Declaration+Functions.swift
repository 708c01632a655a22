extension Declaration {
  /// The parameters of a function or initializer.
  package var parameters: [Parameter] {
    guard let parenthesis = range.first(where: { $0 > keywordIndex && tree.is($0, "(") }) else {
      return []
    }
    return tree.parameters(at: parenthesis)
  }

  /// The name as it is called: `reduce(into:action:)`.
  package var signature: String {
    let labels = parameters.map { ($0.label ?? "_") + ":" }
    return "\(name)(\(labels.joined()))"
  }
}
