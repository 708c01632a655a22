extension IdentifiedArray: RandomAccessCollection {
  /// The first index, always zero.
  public var startIndex: Int { 0 }
  /// The number of elements.
  public var endIndex: Int { elements.count }

  /// The element at an index; one put in its place must have the same id or a new one.
  public subscript(position: Int) -> Element {
    get { elements[position] }
    set { modifyElement(at: position, fileID: #fileID, line: #line) { $0 = newValue } }
  }
}

extension IdentifiedArray: RangeReplaceableCollection
where Element: Identifiable, ID == Element.ID {
  /// Replaces a range; new elements whose ids are there already are left out.
  public mutating func replaceSubrange(
    _ range: Range<Int>, with newElements: some Collection<Element>
  ) {
    for index in range.reversed() { remove(at: index) }
    var index = range.lowerBound
    for element in newElements where insert(element, at: index).inserted { index += 1 }
  }
}

extension IdentifiedArray {
  /// The elements that satisfy a condition, still found by id.
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var result = Self(id: idKeyPath)
    for element in elements where try isIncluded(element) { result.append(element) }
    return result
  }

  /// Removes the elements that satisfy a condition, in O(*n*).
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    self = try filter { try !shouldBeRemoved($0) }
  }

  /// Removes everything.
  public mutating func removeAll(keepingCapacity: Bool = false) { self = Self(id: idKeyPath) }
}
