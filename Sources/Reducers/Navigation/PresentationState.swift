/// The state of a child that is presented at times: `@Presents var detalle: Detalle.State?`.
///
/// To be compared, hashed, encoded and printed it is its optional value. Beside that it remembers
/// which child the reducer last dealt with, so that a change made elsewhere is noticed. A feature
/// may present itself: the child is kept apart from the struct that it is declared in.
@propertyWrapper
public struct PresentationState<State> {
  /// The child, if it is there: an array of one, which may hold the type that it is part of.
  private var child: [State] = []
  /// Which child was there when the presenting reducer last ran.
  package var presented: ChildIdentity?

  /// Creates the state of a child that is there, or is not.
  public init(wrappedValue: State?) {
    if let wrappedValue { child = [wrappedValue] }
  }

  /// The child's state, nil while it is not presented.
  public var wrappedValue: State? {
    get { child.first }
    _modify {
      // Taken out for the change, so that what it holds is not copied.
      var value = child.popLast()
      defer { if let value { child.append(value) } }
      yield &value
    }
  }

  /// What `ifLet(\.$detalle, action: \.detalle)` finds the child by.
  public var projectedValue: Self {
    get { self }
    _modify { yield &self }
  }
}

extension PresentationState: Equatable where State: Equatable {
  /// Whether both present equal children, or none.
  public static func == (left: Self, right: Self) -> Bool { left.child == right.child }
}

extension PresentationState: Hashable where State: Hashable {
  /// Feeds the child, if it is there.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension PresentationState: Sendable where State: Sendable {}

extension PresentationState: Encodable where State: Encodable {
  /// Encodes as the optional child.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension PresentationState: Decodable where State: Decodable {
  /// Decodes from an optional child.
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try decoder.singleValueContainer().decode(State?.self))
  }
}

extension PresentationState: CustomReflectable {
  /// The optional child, without what is remembered beside it.
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue as Any) }
}
