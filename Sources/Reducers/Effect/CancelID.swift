/// The name under which effects can be cancelled; two ids are one when type and value agree.
///
/// Ids are looked up within one store, at the place of the reducer that asks and below it.
public struct CancelID: Hashable, @unchecked Sendable {
  // Sendable holds because the value came in as `Hashable & Sendable`.
  @usableFromInline package let value: AnyHashable
  @usableFromInline let type: ObjectIdentifier

  @inlinable
  package init<ID: Hashable & Sendable>(_ id: ID) {
    value = AnyHashable(id)
    type = ObjectIdentifier(ID.self)
  }

  /// The id as a report prints it: `CancelID.peticion`, private types included.
  public var text: String {
    let name = String(describing: Swift.type(of: value.base))
    if value.base is any StringProtocol { return "\"\(value.base)\"" }
    if value.base is any BinaryInteger { return "\(value.base)" }
    return "\(name).\(value.base)"
  }

  public static func == (lhs: CancelID, rhs: CancelID) -> Bool {
    lhs.type == rhs.type && lhs.value == rhs.value
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    hasher.combine(value)
  }
}
