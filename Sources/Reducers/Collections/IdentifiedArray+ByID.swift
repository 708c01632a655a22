extension IdentifiedArray {
  /// The element of an id; setting one appends it if there is none, and setting nil removes it.
  ///
  /// Setting an element whose own id is another is reported.
  public subscript(id id: ID) -> Element? {
    get { index(id: id).map { elements[$0] } }
    _modify {
      let index = index(id: id)
      var element = index.map { lend(at: $0) }
      defer { settle(element, id: id, at: index) }
      yield &element
    }
  }

  /// Whether there is an element of an id, in O(1).
  public func contains(id: ID) -> Bool { index(id: id) != nil }

  /// Removes and returns the element of an id, if there is one.
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    index(id: id).map { remove(at: $0) }
  }

  /// Appends an element unless there is one of its id.
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: elements.count)
  }

  /// Inserts an element unless there is one of its id.
  @discardableResult
  public mutating func insert(_ element: Element, at index: Int) -> (inserted: Bool, index: Int) {
    let id = id(of: element)
    if let present = self.index(id: id) { return (false, present) }
    insertUnchecked(element, id: id, at: index)
    return (true, index)
  }

  /// Replaces the element of the same id, or appends; returns what was replaced.
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    updateOrInsert(element, at: elements.count).original
  }

  /// Replaces the element of the same id where it is, or inserts.
  @discardableResult
  public mutating func updateOrInsert(
    _ element: Element, at index: Int
  ) -> (original: Element?, index: Int) {
    let id = id(of: element)
    guard let present = self.index(id: id) else {
      insertUnchecked(element, id: id, at: index)
      return (nil, index)
    }
    let original = elements[present]
    modifyElement(at: present, fileID: #fileID, line: #line) { $0 = element }
    return (original, present)
  }

  /// Changes the element of an id in place; nil if there is none.
  package mutating func modify<Result>(
    id: ID, fileID: String, line: Int, _ change: (inout Element) throws -> Result
  ) rethrows -> Result? {
    guard let index = index(id: id) else { return nil }
    return try modifyElement(at: index, fileID: fileID, line: line, change)
  }

  private mutating func settle(_ element: Element?, id: ID, at index: Int?) {
    if let index { return takeBack(element, at: index, fileID: #fileID, line: #line) }
    guard let element else { return }
    let own = self.id(of: element)
    if own != id {
      report(.elementIdentityChanged(from: id, to: own, fileID: #fileID, line: #line))
    }
    updateOrAppend(element)
  }
}
