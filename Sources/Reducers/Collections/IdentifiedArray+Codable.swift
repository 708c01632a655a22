extension IdentifiedArray: Encodable where Element: Encodable {
  /// Encodes as an array of the elements.
  public func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
}

extension IdentifiedArray: Decodable
where Element: Decodable & Identifiable, ID == Element.ID {
  /// Decodes from an array of elements; throws if two have the same id.
  public init(from decoder: any Decoder) throws {
    self.init()
    for element in try [Element](from: decoder) where !append(element).inserted {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "Two elements have the id \(element.id); each needs one of its own."))
    }
  }
}

extension IdentifiedArray: CustomStringConvertible, CustomReflectable {
  /// The elements as an array prints them.
  public var description: String { elements.description }
  /// The elements, without what is kept beside them.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: elements, displayStyle: .collection)
  }
}
