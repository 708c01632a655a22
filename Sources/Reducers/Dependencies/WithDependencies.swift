/// Changes dependencies for an operation and the tasks it starts.
///
/// ```swift
/// withDependencies {
///   $0.apiCliente.hecho = { "El \($0)" }
/// } operation: {
///   Contador()
/// }
/// ```
@discardableResult
public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void, operation: () throws -> Result
) rethrows -> Result {
  let values = try DependencyValues.current.updated(update)
  return try DependencyValues.$current.withValue(values, operation: operation)
}

/// Changes dependencies for an asynchronous operation and the tasks it starts.
@discardableResult
public func withDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ update: (inout DependencyValues) throws -> Void, operation: () async throws -> Result
) async rethrows -> Result {
  let values = try DependencyValues.current.updated(update)
  return try await DependencyValues.$current.withValue(values, operation: operation)
}

/// Passes on the dependencies that a value was made with, changed if need be, to an operation.
///
/// They are found through the value's `@Dependency` properties; a value without any is reported.
@discardableResult
public func withDependencies<Model, Result>(
  from model: Model, _ update: (inout DependencyValues) -> Void = { _ in },
  operation: () throws -> Result, fileID: String = #fileID, line: Int = #line
) rethrows -> Result {
  let values = DependencyValues(of: model, fileID: fileID, line: line).updated(update)
  return try DependencyValues.$current.withValue(values, operation: operation)
}

/// Passes on the dependencies that a value was made with to an asynchronous operation.
@discardableResult
public func withDependencies<Model, Result>(
  isolation: isolated (any Actor)? = #isolation,
  from model: Model, _ update: (inout DependencyValues) -> Void = { _ in },
  operation: () async throws -> Result, fileID: String = #fileID, line: Int = #line
) async rethrows -> Result {
  let values = DependencyValues(of: model, fileID: fileID, line: line).updated(update)
  return try await DependencyValues.$current.withValue(values, operation: operation)
}

extension DependencyValues {
  /// What a value's `@Dependency` properties have captured, the current values over it.
  init<Model>(of model: Model, fileID: String, line: Int) {
    var mirror: Mirror? = Mirror(reflecting: model)
    while let children = mirror?.children {
      for case let holder as any DependencyHolding in children.lazy.map(\.value) {
        self.init(
          storage: holder.capturedDependencies.overlaid(by: Self.current.capturable))
        return
      }
      mirror = mirror?.superclassMirror
    }
    let message = """
      The dependencies of a \(Model.self) were asked for, but it has none: the current ones are \
      used. Declare at least one with @Dependency.
      """
    report(Misuse(kind: .noDependencies, message: message, fileID: fileID, line: line))
    self = Self.current
  }
}
