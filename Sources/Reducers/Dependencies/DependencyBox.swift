/// A value behind a reference whose type tells the value's.
@usableFromInline
final class DependencyBox<Value: Sendable>: Sendable {
  @usableFromInline let value: Value

  init(_ value: Value) { self.value = value }

  /// The value in a box found under a dependency key, which only ever holds the key's own type.
  @inlinable
  static func value(in box: any AnyObject & Sendable) -> Value {
    unsafeDowncast(box, to: DependencyBox<Value>.self).value
  }
}
