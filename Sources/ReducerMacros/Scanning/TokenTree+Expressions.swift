extension TokenTree {
  /// The place of the comma that ends the expression begun at a place, or the limit.
  ///
  /// A comma between generic arguments ends nothing: `Dictionary<Int, String>()`.
  func endOfExpression(_ start: Int, before limit: Int) -> Int {
    var index = start
    while index < limit {
      if `is`(index, ",") { return index }
      if `is`(index, "<"), tokens[index].isJoined {
        let end = endOfGenericArguments(index, before: limit)
        if end > index, end >= limit || Self.behindGenericArguments.contains(tokens[end].text) {
          index = end
          continue
        }
      }
      index = self.index(after: index)
    }
    return limit
  }

  private static let behindGenericArguments: Set<String> = [
    "(", ")", "[", "]", "{", "}", ".", ",", ";", ":", "=", "?", "!",
  ]
}
