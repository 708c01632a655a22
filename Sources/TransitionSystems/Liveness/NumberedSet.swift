/// Values, numbered from 0 in the order they were met.
package struct NumberedSet<Element: Hashable> {
  package private(set) var elements: [Element]
  private var numbers: [Element: Int]

  /// - Parameter elements: Those that are numbered so far; of equal ones the first gives the number.
  package init(_ elements: [Element] = []) {
    self.elements = elements
    numbers = Dictionary(zip(elements, elements.indices), uniquingKeysWith: { first, _ in first })
  }

  /// The number of a value, which is added if it was not met before.
  package mutating func number(of element: Element) -> Int {
    if let known = numbers[element] { return known }
    numbers[element] = elements.count
    elements.append(element)
    return elements.count - 1
  }
}
