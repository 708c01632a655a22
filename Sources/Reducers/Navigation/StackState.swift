/// The states of children in a stack, as screens pushed one on another, each known by an id.
///
/// ```swift
/// var ruta = StackState<Ruta.State>()
/// ruta.append(.detalle)     // under the id #0
/// ruta[id: 0]?.titulo = "a"
/// ruta.pop(from: 0)         // the element and what is above it
/// ```
///
/// Ids are drawn from the `stackElementID` dependency. Two stacks are equal when ids and elements
/// are, in order. Beside them a stack remembers which ids its reducer last dealt with. Stacks are
/// short: looking up by id takes O(*n*).
public struct StackState<Element> {
  /// The ids of the elements, the bottom of the stack first.
  public internal(set) var ids: [StackElementID] = []
  var elements: [Element] = []
  /// The ids that were there when the reducer of the stack last ran.
  package var mounted: [StackElementID] = []

  /// Creates an empty stack.
  public init() {}

  /// Creates a stack of elements, the bottom first.
  public init(_ elements: some Sequence<Element>) { append(contentsOf: elements) }

  /// The element of an id; setting one puts it on top if there is none, and setting nil removes it.
  public subscript(id id: StackElementID) -> Element? {
    get { index(id: id).map { elements[$0] } }
    _modify {
      let index = ids.firstIndex(of: id)
      var element = index.map { lend(at: $0) }
      defer { settle(element, id: id, at: index) }
      yield &element
    }
  }

  /// Removes the element of an id and all above it; where there is none, nothing happens.
  public mutating func pop(from id: StackElementID) {
    if let index = index(id: id) { removeLast(count - index) }
  }

  /// Removes all elements above that of an id; where there is none, nothing happens.
  public mutating func pop(to id: StackElementID) {
    if let index = index(id: id) { removeLast(count - index - 1) }
  }

  package func index(id: StackElementID) -> Int? { ids.firstIndex(of: id) }

  /// Takes an element out for a change, so that what it holds is not copied.
  private mutating func lend(at index: Int) -> Element {
    elements.swapAt(index, elements.count - 1)
    return elements.removeLast()
  }

  private mutating func settle(_ element: Element?, id: StackElementID, at index: Int?) {
    guard let index else {
      if let element { push(element, id: id) }
      return
    }
    if let element {
      elements.append(element)
      return elements.swapAt(index, elements.count - 1)
    }
    if index < elements.count { elements.append(elements.remove(at: index)) }
    ids.remove(at: index)
  }

  package mutating func push(_ element: Element, id: StackElementID) {
    ids.append(id)
    elements.append(element)
  }
}

extension StackState: Equatable where Element: Equatable {
  /// Whether both have the same ids and equal elements, in order.
  public static func == (left: Self, right: Self) -> Bool {
    left.ids == right.ids && left.elements == right.elements
  }
}

extension StackState: Hashable where Element: Hashable {
  /// Feeds ids and elements, in order.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ids)
    hasher.combine(elements)
  }
}

extension StackState: Sendable where Element: Sendable {}

extension StackState: Encodable where Element: Encodable {
  /// Encodes as an array of the elements.
  public func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
}

extension StackState: Decodable where Element: Decodable {
  /// Decodes from an array of elements, which get new ids.
  public init(from decoder: any Decoder) throws { self.init(try [Element](from: decoder)) }
}

extension StackState: ExpressibleByArrayLiteral {
  /// Creates a stack of the elements listed, the bottom first.
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension StackState: CustomReflectable, CustomStringConvertible {
  /// The elements under their ids, without what is remembered beside them.
  public var customMirror: Mirror {
    Mirror(
      self, children: zip(ids, elements).map { (label: "\($0)" as String?, value: $1 as Any) },
      displayStyle: .struct)
  }

  /// The elements under their ids, the bottom first.
  public var description: String {
    "[\(zip(ids, elements).map { "\($0): \($1)" }.joined(separator: ", "))]"
  }
}
