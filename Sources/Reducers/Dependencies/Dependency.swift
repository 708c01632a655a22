/// Reads a dependency: `@Dependency(\.apiCliente) var api`.
///
/// Keeps the values that are current when the property is made. A read looks first at those current
/// in the reading task, then at those kept, then at the default for the context.
@propertyWrapper
public struct Dependency<Value: Sendable>: Sendable {
  private enum Source: Sendable {
    case property(any KeyPath<DependencyValues, Value> & Sendable)
    case key(@Sendable (DependencyValues) -> Value)
  }

  private let source: Source
  private let captured: DependencyStorage
  private let fileID: String
  private let line: Int

  /// Reads a property of `DependencyValues`.
  public init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable, fileID: String = #fileID,
    line: Int = #line
  ) {
    self.init(.property(keyPath), fileID: fileID, line: line)
  }

  /// Reads a dependency by its key, without a property of `DependencyValues`.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type, fileID: String = #fileID, line: Int = #line
  ) where Key.Value == Value {
    self.init(.key { $0.value(of: Key.self) }, fileID: fileID, line: line)
  }

  private init(_ source: Source, fileID: String, line: Int) {
    self.source = source
    captured = DependencyValues.current.capturable
    self.fileID = fileID
    self.line = line
  }

  /// The dependency's value for the task that reads it.
  public var wrappedValue: Value {
    let values = DependencyValues.current.overlaying(
      captured, readBy: DependencyPlace(fileID: fileID, line: line))
    switch source {
    case .property(let keyPath): return values[keyPath: keyPath]
    case .key(let read): return read(values)
    }
  }
}

extension Dependency: DependencyHolding {
  var capturedDependencies: DependencyStorage { captured }
}

/// Something that keeps dependency values.
protocol DependencyHolding {
  var capturedDependencies: DependencyStorage { get }
}
