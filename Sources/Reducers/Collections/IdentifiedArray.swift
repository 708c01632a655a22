/// An array of elements of distinct ids, each found by its id at once.
///
/// ```swift
/// var filas: IdentifiedArrayOf<Fila> = [Fila(id: 1), Fila(id: 2)]
/// filas[id: 2]?.texto = "dos"
/// filas[id: 1] = nil
/// filas.ids  // [2]
/// ```
///
/// Where two elements have the same id, the first stays. Looking up by id takes O(1); inserting and
/// removing take O(*n*) except at the end, as in an array.
public struct IdentifiedArray<ID: Hashable, Element> {
  /// The ids in the order of the elements.
  public private(set) var ids: [ID]
  /// The elements as a plain array.
  public private(set) var elements: [Element]
  let idKeyPath: KeyPath<Element, ID> & Sendable
  /// Where each id is; empty for as long as reading through `ids` is quicker, and cheaper to copy.
  private var positions: [ID: Int] = [:]

  static var longestUnindexed: Int { 8 }

  /// Creates an empty array whose elements have their ids at a key path.
  public init(id: KeyPath<Element, ID> & Sendable) {
    ids = []
    elements = []
    idKeyPath = id
  }

  /// The index of the element of an id, in O(1).
  public func index(id: ID) -> Int? {
    positions.isEmpty ? ids.firstIndex(of: id) : positions[id]
  }

  func id(of element: Element) -> ID { element[keyPath: idKeyPath] }

  /// Inserts an element whose id is known not to be there.
  mutating func insertUnchecked(_ element: Element, id: ID, at index: Int) {
    ids.insert(id, at: index)
    elements.insert(element, at: index)
    reindex(from: index)
  }

  /// Removes the element at an index and returns it.
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    let id = ids.remove(at: index)
    if !positions.isEmpty { positions[id] = nil }
    defer { reindex(from: index) }
    return elements.remove(at: index)
  }

  /// Changes the element at an index; a change of its id must lead to one that is not there yet.
  mutating func modifyElement<Result>(
    at index: Int, fileID: String, line: Int, _ change: (inout Element) throws -> Result
  ) rethrows -> Result {
    defer { followIdentity(at: index, fileID: fileID, line: line) }
    return try change(&elements[index])
  }

  /// Takes an element out for a change, so that what it holds is not copied; `takeBack` must follow.
  mutating func lend(at index: Int) -> Element {
    elements.swapAt(index, elements.count - 1)
    return elements.removeLast()
  }

  /// Ends a loan: puts the changed element back where it was, or removes it for good.
  mutating func takeBack(_ element: Element?, at index: Int, fileID: String, line: Int) {
    if let element {
      elements.append(element)
      elements.swapAt(index, elements.count - 1)
      return followIdentity(at: index, fileID: fileID, line: line)
    }
    if index < elements.count { elements.append(elements.remove(at: index)) }
    let id = ids.remove(at: index)
    if !positions.isEmpty { positions[id] = nil }
    reindex(from: index)
  }

  mutating func exchange(_ first: Int, _ second: Int) {
    ids.swapAt(first, second)
    elements.swapAt(first, second)
    guard !positions.isEmpty else { return }
    positions[ids[first]] = first
    positions[ids[second]] = second
  }

  private mutating func followIdentity(at index: Int, fileID: String, line: Int) {
    let old = ids[index]
    let new = id(of: elements[index])
    guard old != new else { return }
    report(.elementIdentityChanged(from: old, to: new, fileID: fileID, line: line))
    if self.index(id: new) != nil {
      remove(at: index)
      return
    }
    ids[index] = new
    guard !positions.isEmpty else { return }
    positions[old] = nil
    positions[new] = index
  }

  /// Brings `positions` up to date after the ids from an index on have moved.
  private mutating func reindex(from start: Int) {
    guard ids.count > Self.longestUnindexed else {
      if !positions.isEmpty { positions = [:] }
      return
    }
    for index in (positions.isEmpty ? 0 : start)..<ids.count { positions[ids[index]] = index }
  }
}

/// An array of elements that know their own ids.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

extension IdentifiedArray: Sendable where ID: Sendable, Element: Sendable {}

extension IdentifiedArray: Equatable where Element: Equatable {
  /// Whether both have equal elements in the same order.
  public static func == (left: Self, right: Self) -> Bool { left.elements == right.elements }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  /// Feeds the elements in order.
  public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}
