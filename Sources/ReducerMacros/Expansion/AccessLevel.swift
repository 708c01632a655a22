extension ExpansionRequest {
  /// The access level, with a space behind, that a generated member needs to be seen wherever its
  /// type is.
  ///
  /// Members of what is internal or narrower need none. A type's level may be that of the extension
  /// around it.
  func access(for declaration: Declaration) -> String {
    let level = declaration.access ?? surroundingExtensionAccess
    switch level {
    case "public", "open": return "public "
    case "package": return "package "
    default: return ""
    }
  }

  private var surroundingExtensionAccess: String? {
    guard let header = context.first, let around = try? Declaration(header),
      around.keyword == "extension"
    else { return nil }
    return around.access
  }
}
