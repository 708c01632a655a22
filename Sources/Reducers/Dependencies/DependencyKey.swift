/// Names a dependency and says what it is in tests; its live value may be in another module.
public protocol TestDependencyKey<Value>: SendableMetatype {
  /// What the dependency is; by default the type that conforms.
  associatedtype Value: Sendable = Self
  /// What it is in previews; by default the test value.
  static var previewValue: Value { get }
  /// What it is in tests that do not set it.
  static var testValue: Value { get }
}

/// Names a dependency and says what it is when the program runs for real.
///
/// ```swift
/// enum ApiClienteKey: DependencyKey {
///   static let liveValue = ApiCliente(hecho: { n in try await Red.hecho(n) })
/// }
/// extension DependencyValues {
///   var apiCliente: ApiCliente {
///     get { self[ApiClienteKey.self] }
///     set { self[ApiClienteKey.self] = newValue }
///   }
/// }
/// ```
///
/// Each default is asked for once a context in a process, and kept.
public protocol DependencyKey<Value>: TestDependencyKey {
  /// What the dependency is when the program runs for real.
  static var liveValue: Value { get }
  /// What the dependency is; by default the type that conforms.
  associatedtype Value = Self
  /// What it is in previews; by default the live value.
  static var previewValue: Value { get }
  /// What it is in tests that do not set it; by default the live value, and its use is reported.
  static var testValue: Value { get }
}

extension TestDependencyKey {
  /// The test value.
  public static var previewValue: Value { testValue }
}

extension DependencyKey {
  /// The live value.
  public static var previewValue: Value { liveValue }

  /// The live value; a test that reads it is told to set the dependency.
  public static var testValue: Value {
    PlaceholderTestValue.note(isLive: true)
    return liveValue
  }
}
