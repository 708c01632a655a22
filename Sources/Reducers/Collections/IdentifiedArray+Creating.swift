extension IdentifiedArray {
  /// Creates an array of elements with their ids at a key path; a repeated id is reported and skipped.
  public init(
    uniqueElements: some Sequence<Element>, id: KeyPath<Element, ID> & Sendable,
    fileID: String = #fileID, line: Int = #line
  ) {
    self.init(id: id)
    for element in uniqueElements where !append(element).inserted {
      report(.duplicateElement(id: self.id(of: element), fileID: fileID, line: line))
    }
  }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// Creates an empty array.
  public init() { self.init(id: \.id) }

  /// Creates an array of elements; a repeated id is reported and skipped.
  public init(
    uniqueElements: some Sequence<Element>, fileID: String = #fileID, line: Int = #line
  ) {
    self.init(uniqueElements: uniqueElements, id: \.id, fileID: fileID, line: line)
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral where Element: Identifiable, ID == Element.ID {
  /// Creates an array of the elements listed; a repeated id is reported and skipped.
  public init(arrayLiteral elements: Element...) { self.init(uniqueElements: elements) }
}

extension Misuse {
  static func duplicateElement(id: Any, fileID: String, line: Int) -> Self {
    Self(
      kind: .duplicateElement,
      message: """
        Two elements of an identified array have the id \(id). The first was kept. Give each element \
        an id of its own.
        """,
      fileID: fileID, line: line)
  }

  static func elementIdentityChanged(
    from old: Any, to new: Any, fileID: String, line: Int
  ) -> Self {
    Self(
      kind: .elementIdentityChanged,
      message: """
        An element of an identified array was changed from id \(old) to \(new) in place. Remove the \
        old element and insert the new one instead.
        """,
      fileID: fileID, line: line)
  }
}
