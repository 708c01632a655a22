extension ExpansionRequest {
  /// Why a type cannot be conformed to a protocol: an extension at the top of the file, which is
  /// where the conformance goes, cannot name it.
  var hiddenTypeProblems: [Diagnostic] {
    guard !context.isEmpty, ["CasePathable", "DependencyClient", "Reducer"].contains(macro),
      let type = try? Declaration(declaration.text),
      let offset = type.offset(ofModifier: "private")
    else { return [] }
    return [
      Diagnostic(
        """
        @\(macro) extends \(type.name) from outside of what it is private to: make it fileprivate.
        """, at: offset,
        fixes: [
          Diagnostic.Fix(
            message: "Make it fileprivate", range: offset..<offset + "private".utf8.count,
            newText: "fileprivate")
        ])
    ]
  }
}
