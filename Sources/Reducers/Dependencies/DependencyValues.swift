/// The world outside as features see it: a value for each dependency.
///
/// A copy is cheap and shares its storage until one of the two is written to.
public struct DependencyValues: Sendable {
  /// The values that are current in this task.
  @TaskLocal package static var current = DependencyValues()

  private var storage = DependencyStorage.empty
  /// What a reader had captured: asked when `storage` has no value.
  private var captured: DependencyStorage?
  private var reader: DependencyPlace?
  /// Whether they are written to, during which reading what is not set is no misuse.
  package var isBeingUpdated = false

  /// Creates values of which none is set.
  public init() {}

  /// The value of a dependency.
  ///
  /// Meant for computed properties in extensions; the further arguments get to know such a
  /// property's name and line, to be told when it is read without having been set.
  public subscript<Key: TestDependencyKey>(
    key: Key.Type, fileID fileID: StaticString = #fileID, line line: UInt = #line,
    function function: StaticString = #function
  ) -> Key.Value {
    // Inlinable so that no metadata of generic types is looked up: that took half of a read's time.
    @inlinable get {
      if let box = explicitBox(of: ObjectIdentifier(key)) {
        return DependencyBox<Key.Value>.value(in: box)
      }
      return defaultValue(of: key, property: function, fileID: fileID, line: line)
    }
    set { storage = storage.setting(key, to: newValue) }
  }

  /// What kind of run this is.
  public var context: DependencyContext {
    get { storage.context ?? captured?.context ?? .detected }
    set { storage = storage.setting(context: newValue) }
  }

  /// Told of each read of an unset dependency instead of the misuse reporter, outside of `.live`.
  package var onUncontrolled: UncontrolledDependency.Observer? {
    get { storage.onUncontrolled ?? captured?.onUncontrolled }
    set { storage = storage.setting(onUncontrolled: newValue) }
  }

  /// The same for values that share storage and so are equal; a write changes it.
  package var storageIdentity: ObjectIdentifier { ObjectIdentifier(storage) }
}

extension DependencyValues {
  var capturable: DependencyStorage { storage }

  init(storage: DependencyStorage) { self.storage = storage }

  /// These values over captured ones, read on behalf of a declaration.
  func overlaying(_ captured: DependencyStorage, readBy reader: DependencyPlace) -> Self {
    var result = self
    if captured !== storage { result.captured = captured }
    result.reader = reader
    return result
  }

  /// These values after a change, during which reading an unset dependency is not reported.
  func updated(_ update: (inout Self) throws -> Void) rethrows -> Self {
    var result = self
    result.isBeingUpdated = true
    try Self.$current.withValue(result) { try update(&result) }
    result.isBeingUpdated = false
    return result
  }

  /// The value of a key that no property of `DependencyValues` stands for.
  func value<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value {
    if let box = explicitBox(of: ObjectIdentifier(key)) {
      return DependencyBox<Key.Value>.value(in: box)
    }
    return defaultValue(of: key, property: "\(Key.self).self", declaredAt: nil)
  }

  /// The value of a key if it was set; to have none is no misuse.
  func explicitValue<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value? {
    explicitBox(of: ObjectIdentifier(key)).map { DependencyBox<Key.Value>.value(in: $0) }
  }

  @usableFromInline
  func explicitBox(of key: ObjectIdentifier) -> (any AnyObject & Sendable)? {
    storage.box(of: key) ?? captured?.box(of: key)
  }

  @usableFromInline
  func defaultValue<Key: TestDependencyKey>(
    of key: Key.Type, property: StaticString, fileID: StaticString, line: UInt
  ) -> Key.Value {
    defaultValue(
      of: key, property: "\\.\(property)",
      declaredAt: DependencyPlace(fileID: "\(fileID)", line: Int(line)))
  }

  private func defaultValue<Key: TestDependencyKey>(
    of key: Key.Type, property: @autoclosure () -> String,
    declaredAt place: @autoclosure () -> DependencyPlace?
  ) -> Key.Value {
    let context = context
    let found = (defaults ?? .shared).value(of: key, in: context)
    let isSilent = context != .simulation && !found.isMissing && !found.isPlaceholder
    if isSilent || isBeingUpdated { return found.value }
    let read = UncontrolledDependency(
      property: property(), declaration: place(), reader: reader, isLive: found.isLive)
    if let onUncontrolled, context != .live {
      onUncontrolled(read)
    } else if context == .simulation {
      report(.uncontrolled(read))
    } else {
      report(found.isMissing ? .missingLiveValue(read) : .notOverridden(read))
    }
    return found.value
  }
}
