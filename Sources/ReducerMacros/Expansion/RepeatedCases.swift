extension TypeDeclaration {
  /// The cases but for those whose name another had before.
  ///
  /// A case path is named by the case's name alone, so no two cases may share it; in the clauses of
  /// an `#if` they may stand for each other.
  var casesWithoutRepetition: [EnumCase] { split.kept }

  var repeatedCases: [EnumCase] { split.repeated }

  private var split: (kept: [EnumCase], repeated: [EnumCase]) {
    var seen: Set<[String?]> = []
    var result: (kept: [EnumCase], repeated: [EnumCase]) = ([], [])
    for enumCase in cases {
      if seen.insert([enumCase.name, enumCase.condition]).inserted {
        result.kept.append(enumCase)
      } else {
        result.repeated.append(enumCase)
      }
    }
    return result
  }
}

extension EnumCase {
  /// What there is to say of a case whose name another had before.
  var ambiguity: Diagnostic {
    Diagnostic(
      """
      Two cases are named \(name), so \\.\(name) would be ambiguous: \
      give one of them another name.
      """, at: nameOffset)
  }
}
