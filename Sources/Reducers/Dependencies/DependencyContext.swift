/// What kind of run a process is, which decides where unset dependencies get their values.
public struct DependencyContext: Hashable, Sendable, CustomStringConvertible {
  /// The name, as the environment variable `SWIFT_DEPENDENCIES_CONTEXT` has it.
  public let description: String

  /// The real thing.
  public static let live = Self(description: "live")
  /// A preview of a view.
  public static let preview = Self(description: "preview")
  /// A test, in which each dependency is to be set.
  public static let test = Self(description: "test")
  /// A run by the harness, which is told of each read of a dependency that is not set.
  package static let simulation = Self(description: "simulation")
}
