extension IdentifiedArray {
  /// Exchanges two elements.
  public mutating func swapAt(_ first: Int, _ second: Int) { exchange(first, second) }

  /// Turns the order round.
  public mutating func reverse() { reorder(elements.reversed()) }

  /// Sorts by a condition, keeping the order of elements that it does not tell apart.
  public mutating func sort(
    by areInIncreasingOrder: (Element, Element) throws -> Bool
  ) rethrows {
    reorder(try elements.sorted(by: areInIncreasingOrder))
  }

  /// Shuffles with a generator.
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    reorder(elements.shuffled(using: &generator))
  }

  /// Moves the elements at some offsets in front of the one at another, as a list on screen does.
  public mutating func move(fromOffsets source: some Sequence<Int>, toOffset target: Int) {
    let moved = Set(source)
    func isMoved(_ index: Int) -> Bool { moved.contains(index) }
    let order =
      (0..<target).filter { !isMoved($0) } + indices.filter(isMoved)
      + (target..<count).filter { !isMoved($0) }
    reorder(order.map { elements[$0] })
  }

  /// Removes the elements at some offsets.
  public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    let removed = Set(offsets)
    reorder(indices.filter { !removed.contains($0) }.map { elements[$0] })
  }

  private mutating func reorder(_ elements: [Element]) {
    var result = Self(id: idKeyPath)
    for element in elements { result.append(element) }
    self = result
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts from the least to the greatest.
  public mutating func sort() { sort(by: <) }
}
