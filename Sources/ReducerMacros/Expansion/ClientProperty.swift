/// A stored property of a dependency client: an endpoint, or data.
struct ClientProperty {
  let property: Property
  /// Its type, if it is an endpoint.
  let function: FunctionType?

  init(_ property: Property) {
    self.property = property
    function = property.typeRange.flatMap { FunctionType(property.declaration.tree, $0) }
  }

  var name: String { property.name }

  /// Whether the initializer takes it: a constant that has its value cannot be given another, and
  /// a wrapper, or a value without a written type, initializes itself.
  var isParameter: Bool {
    let isSettled = property.declaration.keyword == "let" && property.valueRange != nil
    return !isSettled && property.type != nil && property.declaration.attributes.isEmpty
  }

  /// How the parameter is typed.
  var parameterType: String? {
    guard let function else { return property.type }
    let type = property.type ?? ""
    return function.isSendable ? "@escaping \(type)" : "@escaping @Sendable \(type)"
  }

  /// Whether an endpoint has nothing to answer with before it is given a value.
  var lacksPlaceholder: Bool {
    guard let function else { return false }
    return !function.canThrowAnything && function.placeholder == nil && property.valueRange == nil
  }

  /// Whether the initializer can do without it.
  var hasDefault: Bool {
    if function != nil { return !lacksPlaceholder }
    return property.valueRange != nil
      || property.declaration.keyword == "var" && property.type?.hasSuffix("?") == true
  }

  /// The value of the parameter when none is given: an endpoint that reports its call, or the data.
  func defaultValue(reporting report: String) -> String? {
    guard hasDefault else { return nil }
    guard let function else { return property.value ?? "nil" }
    let places = function.parameters.indices
    let isForwarding = !function.canThrowAnything && property.valueRange != nil
    let names = places.map { isForwarding ? "argument\($0)" : "_" }
    let head = places.isEmpty ? "{" : "{ \(names.joined(separator: ", ")) in"
    if function.canThrowAnything { return "\(head)\n  throw \(report)\n}" }
    guard isForwarding, let value = property.value, let type = property.type else {
      return "\(head)\n  _ = \(report)\n  return \(function.placeholder ?? "()")\n}"
    }
    let arguments = places.map { place in
      (function.parameters[place].type.hasPrefix("inout ") ? "&" : "") + "argument\(place)"
    }
    let call = "(\(value) as \(type))(\(arguments.joined(separator: ", ")))"
    return "\(head)\n  _ = \(report)\n  return \(function.callPrefix)\(call)\n}"
  }

  /// A method that calls an endpoint whose type names its parameters, so that a call may too.
  func method(access: String) -> String? {
    guard let function, !function.parameters.isEmpty,
      function.parameters.allSatisfy({ $0.name != nil && $0.name != "_" })
    else { return nil }
    let parameters = function.parameters.map { "\($0.name ?? "_"): \($0.type)" }
    let arguments = function.parameters.map {
      ($0.type.hasPrefix("inout ") ? "&" : "") + ($0.name ?? "_")
    }
    let actors = function.attributes.filter { $0.hasSuffix("Actor") }.map { $0 + " " }.joined()
    let effects = function.effects.isEmpty ? "" : " \(function.effects)"
    return """
      \(actors)\(access)func \(name)(\(parameters.joined(separator: ", ")))\(effects) \
      -> \(function.result) {
        \(function.callPrefix)self.\(name)(\(arguments.joined(separator: ", ")))
      }
      """
  }
}
