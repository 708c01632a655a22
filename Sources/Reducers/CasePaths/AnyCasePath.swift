/// A way into one case of an enum: how to make it from its payload, and how to get the payload back.
///
/// ```swift
/// let path = AnyCasePath(embed: Action.nombre) { if case .nombre(let text) = $0 { text } else { nil } }
/// path.extract(from: .nombre("Ana"))  // "Ana"
/// ```
public struct AnyCasePath<Root, Value>: Sendable {
  private let embedding: @Sendable (Value) -> Root
  private let extraction: @Sendable (Root) -> Value?

  /// Creates a path from its two directions, each of which must undo the other.
  public init(
    embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (Root) -> Value?
  ) {
    embedding = embed
    extraction = extract
  }

  /// Makes the enum from the payload of its case.
  public func embed(_ value: Value) -> Root { embedding(value) }

  /// The payload, if the enum is in this case.
  public func extract(from root: Root) -> Value? { extraction(root) }

  /// The path that goes on from this case's payload into one of its own cases.
  public func appending<Appended>(
    _ path: AnyCasePath<Value, Appended>
  ) -> AnyCasePath<Root, Appended> {
    AnyCasePath<Root, Appended>(
      embed: { embedding(path.embedding($0)) },
      extract: { extraction($0).flatMap(path.extraction) })
  }
}

extension AnyCasePath where Root == Value {
  /// The path that goes nowhere: each value is its own payload.
  public static var identity: Self { Self(embed: { $0 }, extract: { $0 }) }
}

extension AnyCasePath where Value == Void {
  /// Makes the enum in a case that has no payload.
  public func embed() -> Root { embed(()) }
}
