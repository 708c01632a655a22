/// An enum of features, of which one is there at a time.
struct FeatureEnum {
  let type: TypeDeclaration
  let request: ExpansionRequest
  private let members: [Declaration]
  private let cases: [FeatureCase]
  private let access: String

  init(_ type: TypeDeclaration, _ request: ExpansionRequest) {
    self.type = type
    self.request = request
    members = type.members
    cases = members.flatMap(\.cases).map(FeatureCase.init)
    access = request.access(for: type.declaration)
  }

  var memberExpansion: Expansion {
    get throws {
      let conformances = try SynthesizedConformances(request.attribute.text)
      var source = GeneratedSource()
      if !declares("State") { addState(to: &source, conformances.state) }
      if !declares("Action") { addAction(to: &source, conformances.action) }
      addInitializer(to: &source)
      addBody(to: &source)
      return Expansion(text: source.text, ambiguities, in: request.declaration)
    }
  }

  /// Both protocols are named: the compiler does not see that one is implied by the other until it
  /// has expanded the macro, which it does to find out.
  var conformance: String {
    let missing = ["CaseReducer", "Reducer"].filter(request.lacksConformance)
    guard let name = request.extendedType, !missing.isEmpty else { return "" }
    return "extension \(name): \(missing.map { "Reducers.\($0)" }.joined(separator: ", ")) {}"
  }

  private func declares(_ name: String) -> Bool {
    members.contains { ["enum", "struct", "typealias"].contains($0.keyword) && $0.name == name }
  }

  private func addState(to source: inout GeneratedSource, _ conformances: [String]) {
    let inherited = (["Reducers.CaseReducerState"] + conformances).joined(separator: ", ")
    source.add("@Reducers.CasePathable\n@dynamicMemberLookup\n@Reducers.ObservableState")
    source.add("\(access)enum State: \(inherited) {") { source in
      source.add("\(access)typealias StateReducer = \(type.name)")
      for featureCase in cases {
        source.add(featureCase.stateCase, if: featureCase.enumCase.condition)
      }
    }
  }

  private func addAction(to source: inout GeneratedSource, _ conformances: [String]) {
    let inherited = conformances.isEmpty ? "" : ": \(conformances.joined(separator: ", "))"
    source.add("@Reducers.CasePathable")
    source.add("\(access)enum Action\(inherited) {") { source in
      for featureCase in cases {
        guard let feature = featureCase.feature else { continue }
        let modifier = featureCase.isIndirect ? "indirect " : ""
        source.add(
          "\(modifier)case \(featureCase.name)(\(feature).Action)",
          if: featureCase.enumCase.condition)
      }
    }
  }

  /// The enum's value stands for all its features, so which case it is in does not matter.
  private func addInitializer(to source: inout GeneratedSource) {
    let unconditional = cases.filter { $0.enumCase.condition == nil }
    let isWritten = members.contains { $0.keyword == "init" && $0.parameters.isEmpty }
    guard !isWritten, let first = unconditional.lazy.compactMap(\.anyValue).first else { return }
    source.add("\(access)init() { self = \(first) }")
  }

  private func addBody(to source: inout GeneratedSource) {
    guard !members.contains(where: { $0.keyword == "var" && $0.name == "body" }) else { return }
    let builder = "@Reducers.ReducerBuilder<Self.State, Self.Action>"
    let type = "some Reducers.Reducer<Self.State, Self.Action>"
    source.add("\(access)var body: \(type) { Self.body }")
    source.add("\(builder)\n\(access)static var body: \(type) {") { source in
      for featureCase in cases {
        guard let feature = featureCase.feature else { continue }
        let name = featureCase.name
        let paths = "state: \\Self.State.Cases.\(name), action: \\Self.Action.Cases.\(name)"
        source.add(
          "Reducers.Scope(\(paths)) { \(feature)() }", if: featureCase.enumCase.condition)
      }
    }
  }

  private var ambiguities: [Diagnostic] { type.repeatedCases.map(\.ambiguity) }
}

extension FeatureCase {
  var isIndirect: Bool { enumCase.declaration.modifiers.contains("indirect") }

  /// The case as it stands in State.
  fileprivate var stateCase: String {
    let modifier = isIndirect ? "indirect " : ""
    if let feature { return "\(modifier)case \(name)(\(feature).State)" }
    let payload = enumCase.parameters.map { parameter in
      parameter.label.map { "\($0): \(parameter.type)" } ?? parameter.type
    }
    let list = payload.isEmpty ? "" : "(\(payload.joined(separator: ", ")))"
    return "\(modifier)case \(name)\(list)"
  }

  /// Some value in this case, if one can be made of nothing.
  fileprivate var anyValue: String? {
    guard let feature else { return enumCase.parameters.isEmpty ? ".\(name)" : nil }
    let label = enumCase.parameters.first?.label.map { "\($0): " } ?? ""
    return ".\(name)(\(label)\(feature)())"
  }
}
