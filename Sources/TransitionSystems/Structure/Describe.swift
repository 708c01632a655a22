/// Stable, readable text of any value, for reports and corpus files.
///
/// Enums show their case and payload with labels, structs their stored properties, strings their
/// quotes, sets and dictionaries their members sorted by their text; nothing shows a module, a
/// private discriminator or an address. A custom description is asked only of types of the standard
/// library and the system frameworks (`UUID`, `Duration`, `Date`…) and of types without stored
/// properties: the description of any other struct or enum is its author's business and may leave
/// out what differs. A class shows its name, a function the word `closure`.
package func describe(_ value: Any) -> String {
  switch StoredShape(of: value) {
  case .optional(let wrapped): wrapped.map(describe) ?? "nil"
  case .text(let text): text.debugDescription
  case .leaf(let text): text
  case .list(let members): "[\(members.map(describe).joined(separator: ", "))]"
  case .set(let members): "[\(members.map(describe).sorted(by: textOrder).joined(separator: ", "))]"
  case .dictionary(let members): describe(members)
  case .tuple(let elements): "(\(list(elements)))"
  case .structure(let fields):
    "\(typeName(type(of: value)))(\(list(fields.map { ($0.name, $0.value) })))"
  case .enumeration(let name, let payload, let isTuple):
    describe(name, payload, isTuple)
  }
}

private func describe(_ members: [(key: Any, value: Any)]) -> String {
  guard !members.isEmpty else { return "[:]" }
  let texts = members.map { "\(describe($0.key)): \(describe($0.value))" }
  return "[\(texts.sorted(by: textOrder).joined(separator: ", "))]"
}

private func describe(_ name: String, _ payload: Any?, _ isTuple: Bool) -> String {
  guard let payload else { return name }
  let text = describe(payload)
  // A tuple brings its own parentheses.
  return isTuple ? name + text : "\(name)(\(text))"
}

private func list(_ elements: [(label: String?, value: Any)]) -> String {
  elements.map { label, value in
    label.map { "\($0): \(describe(value))" } ?? describe(value)
  }.joined(separator: ", ")
}

/// Orders texts by their bytes, so that the order does not hang on Unicode tables.
func textOrder(_ first: String, _ second: String) -> Bool {
  first.utf8.lexicographicallyPrecedes(second.utf8)
}
