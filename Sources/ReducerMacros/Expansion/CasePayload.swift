/// How the payload of a case is written as a type, as a pattern and as a value.
struct CasePayload {
  /// The payload as one type: nothing, what the case holds, or a tuple.
  let type: String
  /// The case made from `$0`.
  let embedding: String
  /// A pattern that matches the case and names what it holds `value0`, `value1` and so on.
  let pattern: String
  /// The payload made from these names.
  let value: String

  init(_ enumCase: EnumCase, in enumName: String) {
    let parameters = enumCase.parameters
    let tree = enumCase.declaration.tree
    let types = parameters.map { tree.spelling($0.typeRange, replacingSelfBy: enumName) }
    let name = ".\(enumCase.name)"
    pattern = Self.pattern(of: enumCase, binding: "value")
    guard parameters.count != 1 else {
      type = types[0]
      embedding = "\(name)(\(Self.labelled(parameters[0].label, "$0")))"
      value = "value0"
      return
    }
    let places = parameters.indices
    type =
      parameters.isEmpty
      ? "Swift.Void"
      : Self.list(places.map { Self.labelled(parameters[$0].label, types[$0]) })
    embedding =
      parameters.isEmpty
      ? name : name + Self.list(places.map { Self.labelled(parameters[$0].label, "$0.\($0)") })
    value = Self.list(places.map { Self.labelled(parameters[$0].label, "value\($0)") })
  }

  /// A pattern that matches the case and gives numbered names to what it holds.
  static func pattern(of enumCase: EnumCase, binding prefix: String) -> String {
    let names = enumCase.parameters.indices.map { "let \(prefix)\($0)" }
    return ".\(enumCase.name)" + (names.isEmpty ? "" : list(names))
  }

  private static func list(_ parts: [String]) -> String { "(\(parts.joined(separator: ", ")))" }

  private static func labelled(_ label: String?, _ text: String) -> String {
    label.map { "\($0): \(text)" } ?? text
  }
}
