/// A read of a dependency to which nobody has given a value.
package struct UncontrolledDependency: Hashable, Sendable {
  package typealias Observer = @Sendable (UncontrolledDependency) -> Void

  /// The property as one writes it, `\.apiCliente`, or the key, `ApiCliente.self`.
  package let property: String
  /// Where the property of `DependencyValues` is; nil for a key read without one.
  package let declaration: DependencyPlace?
  /// Where the `@Dependency` is that read it; nil if read from `DependencyValues` itself.
  package let reader: DependencyPlace?
  /// Whether its default is the live value.
  package var isLive = false
}

/// A line to do with a dependency.
package struct DependencyPlace: Hashable, Sendable, CustomStringConvertible {
  package let fileID: String
  package let line: Int

  package init(fileID: String, line: Int) {
    self.fileID = fileID
    self.line = line
  }

  package var description: String { "\(fileID):\(line)" }
}

extension Misuse {
  static func uncontrolled(_ read: UncontrolledDependency) -> Self {
    Self(.uncontrolledDependency, read, "A dependency is not under the harness's control")
  }

  package static func notOverridden(_ read: UncontrolledDependency) -> Self {
    Self(.uncontrolledDependency, read, "A dependency was not overridden")
  }

  static func missingLiveValue(_ read: UncontrolledDependency) -> Self {
    Self(.missingLiveValue, read, "A dependency has no live value, so its test value is used")
  }

  private init(_ kind: Kind, _ read: UncontrolledDependency, _ headline: String) {
    let blamed = read.reader ?? read.declaration
    self.init(
      kind: kind,
      message: """
        \(headline): \(read.property)
          Read by:  \(read.reader.map { "the @Dependency at \($0)" } ?? "DependencyValues")
          Found:    \(read.declaration.map { "the default of the property at \($0)" } ?? "its default")
          Add this: \(Self.remedy(for: kind, read))
        """,
      fileID: blamed?.fileID ?? "", line: blamed?.line ?? 0)
  }

  private static func remedy(for kind: Kind, _ read: UncontrolledDependency) -> String {
    if kind == .missingLiveValue { return "static let liveValue = … in a DependencyKey" }
    let isProperty = read.property.hasPrefix("\\.")
    let place = isProperty ? String(read.property.dropFirst()) : "[\(read.property)]"
    return "$0\(place) = … in withDependencies"
  }
}
