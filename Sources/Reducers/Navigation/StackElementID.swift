/// The identity of an element of a stack, by a number that counts up.
public struct StackElementID: Hashable, Sendable {
  /// The number: each element gets a greater one than those before it.
  public let generation: Int

  /// Creates the id of a number.
  public init(generation: Int) { self.generation = generation }
}

extension StackElementID: ExpressibleByIntegerLiteral {
  /// Creates the id of a number.
  public init(integerLiteral generation: Int) { self.init(generation: generation) }
}

extension StackElementID: CustomStringConvertible, CustomDebugStringConvertible {
  /// The number after a hash sign: `#0`.
  public var description: String { "#\(generation)" }
  /// The number after a hash sign: `#0`.
  public var debugDescription: String { description }
}

extension StackElementID: Codable {
  /// Decodes from a number.
  public init(from decoder: any Decoder) throws {
    self.init(generation: try decoder.singleValueContainer().decode(Int.self))
  }

  /// Encodes as a number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(generation)
  }
}
