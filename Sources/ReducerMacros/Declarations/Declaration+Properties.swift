/// One name of a `var` or `let`.
package struct Property: Sendable {
  package let declaration: Declaration
  package let name: String
  package let nameOffset: Int
  /// Where the type is among the tokens; nil if none is written.
  package let typeRange: Range<Int>?
  /// Where the initial value is among the tokens.
  package let valueRange: Range<Int>?
  /// Where the braces of the accessors are among the tokens.
  package let accessorRange: Range<Int>?

  package var type: String? { typeRange.map { declaration.tree.spelling($0) } }
  package var value: String? { valueRange.map { declaration.tree.verbatim($0) } }

  /// Whether it has a place in memory: no accessors, or only observers.
  package var isStored: Bool {
    guard let first = accessorRange?.dropFirst().first else { return true }
    let tree = declaration.tree
    return tree.is(first, "willSet") || tree.is(first, "didSet")
  }
}

extension Declaration {
  /// The properties that a `var` or `let` declares; those of a tuple pattern are left out.
  package var properties: [Property] {
    guard keyword == "var" || keyword == "let" else { return [] }
    var properties: [Property] = []
    var index = keywordIndex + 1
    while index < range.upperBound {
      let (property, end) = property(at: index)
      if let property { properties.append(property) }
      index = max(index, end) + 1
    }
    return properties
  }

  private func property(at name: Int) -> (Property?, end: Int) {
    let limit = range.upperBound
    var index = name + 1
    var typeRange: Range<Int>?
    var valueRange: Range<Int>?
    var accessorRange: Range<Int>?
    if index < limit, tree.is(index, ":"),
      let end = tree.endOfType(index + 1, before: limit)
    {
      typeRange = index + 1..<end
      index = end
    }
    if index < limit, tree.is(index, "="), !tree.isPair(index, "==") {
      let end = endOfValue(index + 1)
      valueRange = index + 1..<end
      index = end
    }
    if index < limit, tree.is(index, "{") {
      accessorRange = index..<tree.index(after: index)
      index = tree.index(after: index)
    }
    let token = tree.tokens[name]
    guard token.kind == .word else { return (nil, endOfValue(name)) }
    let property = Property(
      declaration: self, name: token.text, nameOffset: token.offset, typeRange: typeRange,
      valueRange: valueRange, accessorRange: accessorRange)
    return (property, endOfValue(index))
  }

  /// The place of the comma behind which a next property begins, or of the observers' brace.
  private func endOfValue(_ start: Int) -> Int {
    var index = start
    while index < range.upperBound {
      let end = tree.endOfExpression(index, before: range.upperBound)
      if let observers = (index..<end).first(where: isObservers) { return observers }
      if end >= range.upperBound || isProperty(end + 1) { return end }
      index = end + 1
    }
    return min(index, range.upperBound)
  }

  private func isObservers(_ index: Int) -> Bool {
    tree.is(index, "{") && tree.partner(of: index) + 1 == range.upperBound
      && (tree.is(index + 1, "willSet") || tree.is(index + 1, "didSet"))
  }

  private func isProperty(_ index: Int) -> Bool {
    index < range.upperBound && (tree.tokens[index].kind == .word || tree.is(index, "("))
      && (tree.is(index + 1, ":") || tree.is(index + 1, "=") || index + 1 == range.upperBound
        || tree.is(index + 1, ",") || tree.is(index, "("))
  }
}
