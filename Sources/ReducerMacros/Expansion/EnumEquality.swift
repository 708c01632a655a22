/// `==` for an Equatable enum that holds errors, which the compiler writes only without them.
///
/// Errors are equal if their types and descriptions are. It is a member of the enum itself: in a
/// protocol's extension it would silently become the `==` of every Equatable action.
struct EnumEquality {
  private let cases: [EnumCase]
  private let access: String

  /// Nil if the enum is not Equatable, holds no error, or has an `==` of its own.
  init?(_ type: TypeDeclaration, access: String) {
    let members = type.members
    guard type.inherits("Equatable"), !members.contains(where: { $0.name == "==" }),
      type.cases.contains(where: \.holdsError)
    else { return nil }
    cases = type.cases
    self.access = access
  }

  var text: String {
    var source = GeneratedSource()
    source.add("\(access)static func == (lhs: Self, rhs: Self) -> Swift.Bool {") { source in
      source.add(Self.comparisons)
      source.add("switch (lhs, rhs) {") { source in
        for enumCase in cases { source.add(comparison(of: enumCase), if: enumCase.condition) }
        if cases.count > 1 { source.add("default: return false") }
      }
    }
    return source.text
  }

  private func comparison(of enumCase: EnumCase) -> String {
    let left = CasePayload.pattern(of: enumCase, binding: "left")
    let right = CasePayload.pattern(of: enumCase, binding: "right")
    let parts = enumCase.parameters.indices.map { "isSame(left\($0), right\($0))" }
    let result = parts.isEmpty ? "true" : parts.joined(separator: " && ")
    return "case (\(left), \(right)): return \(result)"
  }

  /// Overloads among which the compiler chooses by the payload's type, which a macro does not know.
  private static let comparisons = #"""
    func isSame<Value: Swift.Equatable>(_ left: Value, _ right: Value) -> Swift.Bool {
      left == right
    }
    func isSame(_ left: any Swift.Error, _ right: any Swift.Error) -> Swift.Bool {
      Swift.type(of: left) == Swift.type(of: right) && "\(left)" == "\(right)"
    }
    func isSame(_ left: (any Swift.Error)?, _ right: (any Swift.Error)?) -> Swift.Bool {
      guard let left, let right else { return left == nil && right == nil }
      return isSame(left, right)
    }
    func isSame<Value: Swift.Equatable>(
      _ left: Swift.Result<Value, any Swift.Error>, _ right: Swift.Result<Value, any Swift.Error>
    ) -> Swift.Bool {
      switch (left, right) {
      case (.success(let left), .success(let right)): return left == right
      case (.failure(let left), .failure(let right)): return isSame(left, right)
      default: return false
      }
    }
    func isSame(
      _ left: Swift.Result<Swift.Void, any Swift.Error>,
      _ right: Swift.Result<Swift.Void, any Swift.Error>
    ) -> Swift.Bool {
      isSame(left.map { 0 }, right.map { 0 })
    }
    @available(*, unavailable, message: "This payload is not Equatable: conform it, or write ==.")
    func isSame<Value>(_ left: Value, _ right: Value) -> Swift.Bool { false }
    """#
}

extension EnumCase {
  fileprivate var holdsError: Bool {
    parameters.contains { parameter in
      parameter.typeRange.contains { declaration.tree.is($0, "Error") }
    }
  }
}
