/// Something to tell the user about the source that a macro was given.
package struct Diagnostic: Error, Equatable, Sendable {
  package enum Severity: String, Sendable { case error, warning }

  /// A change of the source that the user may accept.
  package struct Fix: Equatable, Sendable {
    package let message: String
    /// The bytes of the source to replace.
    package let range: Range<Int>
    package let newText: String
  }

  package let severity: Severity
  package let message: String
  /// The bytes of the source in front of the place to show.
  package let offset: Int
  package let fixes: [Fix]

  init(
    _ message: String, severity: Severity = .error, at offset: Int, fixes: [Fix] = []
  ) {
    self.severity = severity
    self.message = message
    self.offset = offset
    self.fixes = fixes
  }
}

/// A diagnostic and the place that its offsets count from.
package struct LocatedDiagnostic: Equatable, Sendable {
  package let diagnostic: Diagnostic
  package let place: SourceSnippet.Place
}
