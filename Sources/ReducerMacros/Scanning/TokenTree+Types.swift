extension TokenTree {
  /// The place behind the type that begins at a place, or nil if none does.
  func endOfType(_ start: Int, before limit: Int) -> Int? {
    var index = start
    while true {
      index = endOfTypePrefix(index, before: limit)
      guard let end = endOfSimpleType(index, before: limit) else { return nil }
      index = end
      if index < limit, `is`(index, "&") {
        index += 1
        continue
      }
      guard let result = indexAfterArrow(index, before: limit) else { return index }
      index = result
    }
  }

  /// Attributes, `inout`, `some`, `~` and the like.
  private func endOfTypePrefix(_ start: Int, before limit: Int) -> Int {
    var index = start
    while index < limit {
      if `is`(index, "@") {
        index = endOfAttribute(index, before: limit)
      } else if `is`(index, "~") {
        index += 1
      } else if isTypeSpecifier(index) {
        index += 1
        // `nonisolated(nonsending)`
        if `is`(index - 1, "nonisolated"), `is`(index, "(") { index = self.index(after: index) }
      } else {
        break
      }
    }
    return index
  }

  /// Words such as `some` are specifiers only in front of a type, and may else be types themselves.
  private func isTypeSpecifier(_ index: Int) -> Bool {
    guard Self.typeSpecifiers.contains(tokens[index].text), let next = token(index + 1) else {
      return false
    }
    return next.kind == .word || ["(", "[", "@", "~"].contains(next.text)
  }

  private func endOfSimpleType(_ start: Int, before limit: Int) -> Int? {
    guard start < limit else { return nil }
    var index = start
    if `is`(index, "(") || `is`(index, "[") {
      index = self.index(after: index)
    } else if tokens[index].kind == .word {
      index = endOfGenericArguments(index + 1, before: limit)
    } else {
      return nil
    }
    while index < limit {
      if `is`(index, "."), token(index + 1)?.kind == .word {
        index = endOfGenericArguments(index + 2, before: limit)
      } else if isPair(index, "::"), token(index + 2)?.kind == .word {
        index = endOfGenericArguments(index + 3, before: limit)
      } else if tokens[index].isJoined, `is`(index, "?") || `is`(index, "!") {
        index += 1
      } else if isPair(index, ".."), `is`(index + 2, ".") {
        index += 3
      } else {
        break
      }
    }
    return min(index, limit)
  }

  /// The place behind `<…>`, or the same place if there is none.
  func endOfGenericArguments(_ start: Int, before limit: Int) -> Int {
    guard start < limit, `is`(start, "<") else { return start }
    var depth = 0
    var index = start
    while index < limit {
      if `is`(index, "<") {
        depth += 1
      } else if `is`(index, ">"), !isPair(index - 1, "->") {
        depth -= 1
        if depth == 0 { return index + 1 }
      } else if `is`(index, ";") || `is`(index, "{") {
        return start
      }
      index = self.index(after: index)
    }
    return start
  }

  /// The types that a list holds, up to what is no type, such as a `where` clause.
  func typeArguments(_ range: Range<Int>) -> [String] {
    var types: [String] = []
    var index = range.lowerBound
    while index < range.upperBound, !`is`(index, "where") {
      guard let end = endOfType(index, before: range.upperBound), end > index else { break }
      types.append(spelling(index..<end))
      index = `is`(end, ",") ? end + 1 : range.upperBound
    }
    return types
  }

  /// The place behind `async throws(E) ->`, or nil if no function's result follows.
  private func indexAfterArrow(_ start: Int, before limit: Int) -> Int? {
    var index = start
    while index < limit, Self.effects.contains(tokens[index].text) {
      index += 1
      if index < limit, tokens[index - 1].text == "throws", `is`(index, "(") {
        index = self.index(after: index)
      }
    }
    return index + 1 < limit && isPair(index, "->") ? index + 2 : nil
  }

  func endOfAttribute(_ start: Int, before limit: Int) -> Int {
    var index = start + 1
    guard index < limit, tokens[index].kind == .word else { return index }
    index = endOfGenericArguments(index + 1, before: limit)
    while index + 1 < limit, `is`(index, "."), tokens[index + 1].kind == .word {
      index = endOfGenericArguments(index + 2, before: limit)
    }
    // With a space in front, a parenthesis belongs to what the attribute is attached to.
    if index < limit, `is`(index, "("), tokens[index].isJoined { index = self.index(after: index) }
    return index
  }

  private static let typeSpecifiers: Set<String> = [
    "inout", "borrowing", "consuming", "sending", "isolated", "__owned", "__shared", "_const",
    "some", "any", "each", "repeat", "nonisolated",
  ]

  static let effects: Set<String> = ["async", "throws", "rethrows", "reasync"]
}
