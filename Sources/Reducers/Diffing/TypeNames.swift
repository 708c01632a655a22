/// A type's name as one writes it inside its module: `Contador.State`, `[Fila.State]`.
package func plainName(of type: Any.Type) -> String {
  var result = ""
  var chain: [String] = []
  var word = ""
  var depth = 0
  func endChain() -> String {
    // Of a qualified name, the module.
    chain.count > 1 ? chain.dropFirst().joined(separator: ".") : chain.joined()
  }
  for character in _typeName(type, qualified: true) {
    switch character {
    // What is private or local has "(unknown context at $…)" for a parent.
    case "(" where word.isEmpty && !chain.isEmpty: depth += 1
    case "." where word.isEmpty && chain.isEmpty && !result.isEmpty:
      // Goes on after generic arguments: there is no module to leave out.
      result += "."
      chain = [""]
    case ")" where depth > 0: depth -= 1
    case _ where depth > 0: continue
    case ".":
      if !word.isEmpty { chain.append(word) }
      word = ""
    case "<", ">", ",", " ", "(", ")", "[", "]", "?", "&", "-":
      chain.append(word)
      result += endChain() + String(character)
      (chain, word) = ([], "")
    default: word.append(character)
    }
  }
  chain.append(word)
  return result + endChain()
}

/// Whether a type is the standard library's or the system frameworks', whose own description is
/// better than what they store: `UUID`, `Duration`, `Date`, `Decimal`, `URL`.
func isSystemType(_ type: Any.Type) -> Bool {
  let name = _typeName(type, qualified: true)
  let systems = ["Swift.", "Foundation", "_Concurrency.", "Dispatch.", "__C.", "Core"]
  return systems.contains(where: name.hasPrefix)
}
