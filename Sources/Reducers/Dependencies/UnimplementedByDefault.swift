/// A dependency that can be made of nothing, each of its endpoints failing until it is given.
///
/// `@DependencyClient` conforms clients to it.
public protocol UnimplementedByDefault {
  /// A value whose every endpoint reports its call.
  static var unimplemented: Self { get }
}

extension TestDependencyKey where Value: UnimplementedByDefault {
  /// The value whose every endpoint reports its call.
  public static var testValue: Value { .unimplemented }
}

extension DependencyKey where Value: UnimplementedByDefault {
  /// The value whose every endpoint reports its call.
  public static var testValue: Value { .unimplemented }
}
