import ReducerMacros

/// What a macro makes of a source that the attribute stands in front of.
func expansion(
  of source: String, as role: ExpansionRequest.Role = .member, in context: [String] = [],
  parent: String? = nil, missing: [String] = [], extending type: String? = nil
) -> Expansion {
  let name = source.dropFirst().prefix { $0.isLetter }
  let arguments = source.dropFirst(name.count + 1).prefix {
    $0 != ")" && source.contains("@\(name)(")
  }
  let attribute = "@\(name)\(arguments)" + (arguments.isEmpty ? "" : ")")
  let place = SourceSnippet.Place(fileName: "/f.swift", fileID: "M/f.swift", offset: 100, line: 10)
  return Expansion.expanding(
    ExpansionRequest(
      macro: String(name), role: role, attribute: SourceSnippet(attribute, at: place),
      declaration: SourceSnippet(source, at: place), parent: parent.map { SourceSnippet($0) },
      extendedType: type, missingConformances: missing, context: context))
}

/// The diagnostics as a compiler prints them, each fix behind an arrow with what it makes of the
/// source's line.
func diagnostics(of source: String, as role: ExpansionRequest.Role = .member) -> [String] {
  expansion(of: source, as: role).diagnostics.map { located in
    let diagnostic = located.diagnostic
    let before = source.utf8.prefix(diagnostic.offset)
    let line = before.count { $0 == 0x0A } + 1
    let column = before.count - (before.lastIndex(of: 0x0A).map { before.distance(to: $0) } ?? -1)
    let fixes = diagnostic.fixes.map { fix in
      let utf8 = Array(source.utf8)
      let changed =
        utf8[..<fix.range.lowerBound] + Array(fix.newText.utf8)
        + utf8[fix.range.upperBound...]
      return "\n→ \(fix.message):\n\(String(decoding: changed, as: UTF8.self))"
    }
    return "\(line):\(column): \(diagnostic.severity.rawValue): \(diagnostic.message)"
      + fixes.joined()
  }
}

extension Substring.UTF8View {
  fileprivate func distance(to index: Index) -> Int { distance(from: startIndex, to: index) }
}
