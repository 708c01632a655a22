/// A case of an enum of features, and what the State and Action of the enum make of it.
struct FeatureCase {
  /// What a case stands for.
  enum Kind: Equatable {
    /// A feature that is there while the state is in this case.
    case feature(type: String)
    /// No feature: the case stands in State as it is, and not in Action.
    case data
  }

  let enumCase: EnumCase
  let kind: Kind

  init(_ enumCase: EnumCase) {
    self.enumCase = enumCase
    kind = Self.kind(of: enumCase)
  }

  var name: String { enumCase.name }

  var feature: String? {
    if case .feature(let type) = kind { type } else { nil }
  }

  private static func kind(of enumCase: EnumCase) -> Kind {
    guard enumCase.parameters.count == 1, let parameter = enumCase.parameters.first,
      !enumCase.declaration.hasAttribute(named: "ReducerCaseIgnored"),
      isNominal(parameter, in: enumCase.declaration.tree)
    else { return .data }
    return .feature(type: parameter.type)
  }

  /// Whether the type is a name that may be a feature's. `Int?`, `[Int]` and `any P` are none, nor
  /// are the types that everybody knows to be data.
  private static func isNominal(_ parameter: Parameter, in tree: TokenTree) -> Bool {
    guard let first = parameter.typeRange.first, let last = parameter.typeRange.last,
      tree.tokens[first].kind == .word, !["any", "some"].contains(tree.tokens[first].text),
      tree.tokens[last].kind == .word || tree.is(last, ">"),
      !parameter.typeRange.contains(where: { tree.is($0, "&") || tree.isPair($0, "->") })
    else { return false }
    return !plainTypes.contains(tree.tokens[first].text)
  }

  private static let plainTypes: Set<String> = [
    "Any", "AnyHashable", "Array", "Bool", "Character", "Data", "Date", "Decimal", "Dictionary",
    "Double", "Duration", "Float", "Int", "Int16", "Int32", "Int64", "Int8", "Never", "Optional",
    "Result", "Set", "String", "Substring", "Swift", "UInt", "UInt16", "UInt32", "UInt64", "UInt8",
    "URL", "UUID", "Void",
  ]
}
