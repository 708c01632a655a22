extension StackState: RandomAccessCollection, RangeReplaceableCollection {
  /// The index of the bottom, always zero.
  public var startIndex: Int { 0 }
  /// The number of elements.
  public var endIndex: Int { elements.count }

  /// The element at an index.
  public subscript(position: Int) -> Element { elements[position] }

  /// Replaces a range by new elements, each under an id of its own.
  public mutating func replaceSubrange(
    _ range: Range<Int>, with newElements: some Collection<Element>
  ) {
    let generator = DependencyValues.current.stackElementID
    var least = ((ids + mounted).map(\.generation).max() ?? -1) + 1
    let newIDs = newElements.map { _ in
      let id = generator.next(atLeast: least)
      least = id.generation + 1
      return id
    }
    ids.replaceSubrange(range, with: newIDs)
    elements.replaceSubrange(range, with: newElements)
  }

  /// Removes everything.
  public mutating func removeAll(keepingCapacity: Bool = false) { removeAll { _ in true } }

  /// Removes the elements that satisfy a condition; the others keep their ids.
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    self = try filter { try !shouldBeRemoved($0) }
  }

  /// The elements that satisfy a condition, under their ids.
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var result = Self()
    result.mounted = mounted
    for (id, element) in zip(ids, elements) where try isIncluded(element) {
      result.push(element, id: id)
    }
    return result
  }
}
