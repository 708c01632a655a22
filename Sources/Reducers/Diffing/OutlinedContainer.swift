/// A collection that shows its members, not its storage.
protocol OutlinedContainer {
  func outline(by builder: inout OutlineBuilder) -> Outline
}

extension OutlinedContainer where Self: Sequence {
  fileprivate func list(by builder: inout OutlineBuilder) -> Outline {
    let parts = map { builder.part($0) }
    return Outline(kind: .ordered, opening: "[", closing: "]", parts: parts)
  }
}

extension Array: OutlinedContainer {
  func outline(by builder: inout OutlineBuilder) -> Outline { list(by: &builder) }
}

extension ArraySlice: OutlinedContainer {
  func outline(by builder: inout OutlineBuilder) -> Outline { list(by: &builder) }
}

extension ContiguousArray: OutlinedContainer {
  func outline(by builder: inout OutlineBuilder) -> Outline { list(by: &builder) }
}

extension IdentifiedArray: OutlinedContainer {
  func outline(by builder: inout OutlineBuilder) -> Outline {
    let parts = zip(ids, self).map { id, element in
      builder.part(element, key: builder.key(of: id))
    }
    return Outline(kind: .named, opening: "[", closing: "]", parts: parts)
  }
}

extension Set: OutlinedContainer {
  func outline(by builder: inout OutlineBuilder) -> Outline {
    var parts = map { builder.part($0, key: builder.key(of: $0)) }
    parts.sort { precedes($0.key, $1.key) }
    return Outline(kind: .named, opening: "[", closing: "]", parts: parts)
  }
}

extension Dictionary: OutlinedContainer {
  func outline(by builder: inout OutlineBuilder) -> Outline {
    if isEmpty { return .leaf("[:]") }
    // Sorted before their values are looked into, which an object does only the first time.
    let members = map { (key: builder.key(of: $0.key), value: $0.value) }
      .sorted { precedes($0.key, $1.key) }
    let parts = members.map { builder.part($0.value, label: $0.key, key: $0.key) }
    return Outline(kind: .named, opening: "[", closing: "]", parts: parts)
  }
}

extension KeyValuePairs: OutlinedContainer {
  func outline(by builder: inout OutlineBuilder) -> Outline {
    let parts = map { builder.part($0.value, label: builder.key(of: $0.key)) }
    return Outline(kind: .ordered, opening: "[", closing: "]", parts: parts)
  }
}

extension Optional: OutlinedContainer {
  func outline(by builder: inout OutlineBuilder) -> Outline {
    guard let value = self else { return .leaf("nil") }
    let inner = builder.outline(of: value)
    return inner == .leaf("nil") ? .leaf(".some(nil)") : inner
  }
}

extension AnyHashable: OutlinedContainer {
  func outline(by builder: inout OutlineBuilder) -> Outline { builder.outline(of: base) }
}

extension OutlineBuilder {
  /// A value's text on one line, to sort and to find it by.
  fileprivate func key(of value: Any) -> String {
    var builder = self
    return builder.outline(of: value).lines().map { $0.drop { $0 == " " } }.joined(separator: " ")
  }
}

/// Shorter numbers before longer ones, otherwise by the bytes, whatever the Unicode tables say.
private func precedes(_ first: String?, _ second: String?) -> Bool {
  guard let first, let second else { return false }
  if let low = Int(first), let high = Int(second) { return low < high }
  return first.utf8.lexicographicallyPrecedes(second.utf8)
}
