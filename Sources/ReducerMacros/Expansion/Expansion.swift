/// What a macro makes of a declaration: source to add, and what there is to say about it.
package struct Expansion: Equatable, Sendable {
  package let text: String
  package let diagnostics: [LocatedDiagnostic]

  /// Expands a macro. Never fails: what cannot be expanded is explained.
  ///
  /// The compiler asks a macro once for each of its roles, and one of them speaks of a problem.
  package static func expanding(_ request: ExpansionRequest) -> Self {
    switch request.role {
    case .member, .peer: return attempt(request)
    case .extension where !request.hiddenTypeProblems.isEmpty:
      return Self(text: "", request.hiddenTypeProblems, in: request.declaration)
    default: return Self(text: attempt(request).text, in: request.declaration)
    }
  }

  private static func attempt(_ request: ExpansionRequest) -> Self {
    do {
      return try expand(request)
    } catch let diagnostic as Diagnostic {
      return failing(diagnostic, in: request.declaration)
    } catch let problem as SyntaxProblem {
      return failing(Diagnostic(problem.message, at: problem.offset), in: request.declaration)
    } catch {
      return failing("Internal error: \(error)", at: request.declaration)
    }
  }

  private static func expand(_ request: ExpansionRequest) throws -> Self {
    switch request.macro {
    case "CasePathable": try CasePathableExpansion(request).expansion
    case "Reducer": try ReducerExpansion(request).expansion
    case "ObservableState": try ObservableStateExpansion(request).expansion
    case "Presents": try PresentsExpansion(request).expansion
    case "DependencyClient": try DependencyClientExpansion(request).expansion
    case "ReducerCaseIgnored": Self(text: "", in: request.declaration)
    default: failing("Internal error: there is no macro \(request.macro).", at: request.attribute)
    }
  }

  static func failing(_ message: String, at snippet: SourceSnippet?) -> Self {
    failing(Diagnostic(message, at: 0), in: snippet ?? SourceSnippet(""))
  }

  private static func failing(_ diagnostic: Diagnostic, in snippet: SourceSnippet) -> Self {
    Self(text: "", [diagnostic], in: snippet)
  }

  init(text: String, _ diagnostics: [Diagnostic] = [], in snippet: SourceSnippet) {
    self.text = text
    self.diagnostics = diagnostics.map { LocatedDiagnostic(diagnostic: $0, place: snippet.place) }
  }
}

/// One macro with one request.
protocol MacroExpansion {
  init(_ request: ExpansionRequest) throws
  var expansion: Expansion { get throws }
}
