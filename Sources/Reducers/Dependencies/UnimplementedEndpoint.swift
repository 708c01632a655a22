/// What an endpoint of a dependency client throws that nobody has given a value.
public struct UnimplementedEndpoint: Error, Hashable, CustomStringConvertible {
  /// The client and the endpoint: `APIClient.perfil`.
  public let name: String

  /// Creates the error of an endpoint.
  public init(name: String) { self.name = name }

  /// The name, and what is wrong with it.
  public var description: String { "\(name) was not overridden" }

  /// Reports that an endpoint was called without having been given a value.
  ///
  /// `@DependencyClient` writes calls of this.
  public static func called(_ name: String, fileID: String, line: Int) -> Self {
    report(
      Misuse(
        kind: .unimplementedEndpoint,
        message: """
          An endpoint was not overridden: \(name)
            Declared: \(fileID):\(line)
            Add this: \(remedy(for: name))
          """,
        fileID: fileID, line: line))
    return Self(name: name)
  }

  private static func remedy(for name: String) -> String {
    let endpoint = name.split(separator: ".").last ?? ""
    return "$0.….\(endpoint) = { … } in withDependencies"
  }
}
