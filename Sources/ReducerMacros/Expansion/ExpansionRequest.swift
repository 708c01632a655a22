/// What the compiler asks of a macro.
package struct ExpansionRequest: Sendable {
  package enum Role: String, Sendable {
    case accessor, member, memberAttribute, peer
    case `extension`
  }

  /// The name of the macro.
  package var macro: String
  package var role: Role
  /// The attribute that asks for it.
  package var attribute: SourceSnippet
  /// What the attribute is attached to.
  package var declaration: SourceSnippet
  /// The type around it, for the role that is asked about each member.
  package var parent: SourceSnippet?
  /// The type to extend, as an extension has to name it.
  package var extendedType: String?
  /// The protocols that the type does not conform to yet.
  package var missingConformances: [String]
  /// The headers of the declarations around, the nearest first.
  package var context: [String]

  package init(
    macro: String, role: Role, attribute: SourceSnippet, declaration: SourceSnippet,
    parent: SourceSnippet? = nil, extendedType: String? = nil, missingConformances: [String] = [],
    context: [String] = []
  ) {
    self.macro = macro
    self.role = role
    self.attribute = attribute
    self.declaration = declaration
    self.parent = parent
    self.extendedType = extendedType
    self.missingConformances = missingConformances
    self.context = context
  }

  /// Reads the compiler's message; nil if it is not as expected.
  init?(_ message: JSON) {
    guard let macro = message["macro"]?["typeName"]?.string,
      let role = message["macroRole"]?.string.flatMap(Role.init),
      let attribute = message["attributeSyntax"].flatMap(SourceSnippet.init),
      let declaration = message["declSyntax"].flatMap(SourceSnippet.init)
    else { return nil }
    let list = message["conformanceListSyntax"]?["source"]?.string ?? ""
    self.init(
      macro: macro, role: role, attribute: attribute, declaration: declaration,
      parent: message["parentDeclSyntax"].flatMap(SourceSnippet.init),
      extendedType: message["extendedTypeSyntax"]?["source"]?.string,
      missingConformances: list.split { ", \n".contains($0) }.map(String.init),
      context: message["lexicalContext"]?.array.compactMap { $0["source"]?.string } ?? [])
  }
}

/// A piece of a source file.
package struct SourceSnippet: Equatable, Sendable {
  /// Where a piece begins.
  package struct Place: Equatable, Sendable {
    package var fileName = ""
    package var fileID = ""
    package var offset = 0
    package var line = 1

    package init(fileName: String = "", fileID: String = "", offset: Int = 0, line: Int = 1) {
      self.fileName = fileName
      self.fileID = fileID
      self.offset = offset
      self.line = line
    }
  }

  package var text: String
  package var place: Place

  package init(_ text: String, at place: Place = Place()) {
    self.text = text
    self.place = place
  }

  init?(_ syntax: JSON) {
    guard let text = syntax["source"]?.string else { return nil }
    let location = syntax["location"]
    self.init(
      text,
      at: Place(
        fileName: location?["fileName"]?.string ?? "", fileID: location?["fileID"]?.string ?? "",
        offset: location?["offset"]?.number ?? 0, line: location?["line"]?.number ?? 1))
  }

  /// The line of the file that a byte of the text is on.
  func line(of offset: Int) -> Int {
    place.line + text.utf8.prefix(offset).count { $0 == 0x0A }
  }
}
