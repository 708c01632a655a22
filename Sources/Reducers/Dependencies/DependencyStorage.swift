/// Everything set explicitly, immutable: a write makes a new one.
///
/// A list, since few keys are set and walking those few is quicker than hashing.
final class DependencyStorage: Sendable {
  static let empty = DependencyStorage(entries: [], context: nil, onUncontrolled: nil)

  private struct Entry: Sendable {
    let key: ObjectIdentifier
    let box: any AnyObject & Sendable
  }

  private let entries: [Entry]
  let context: DependencyContext?
  let onUncontrolled: UncontrolledDependency.Observer?

  private init(
    entries: [Entry], context: DependencyContext?, onUncontrolled: UncontrolledDependency.Observer?
  ) {
    self.entries = entries
    self.context = context
    self.onUncontrolled = onUncontrolled
  }

  func box(of key: ObjectIdentifier) -> (any AnyObject & Sendable)? {
    for entry in entries where entry.key == key { return entry.box }
    return nil
  }

  func setting<Key: TestDependencyKey>(_ key: Key.Type, to value: Key.Value) -> DependencyStorage {
    replacing(with: [Entry(key: ObjectIdentifier(key), box: DependencyBox(value))])
  }

  func setting(context: DependencyContext?) -> DependencyStorage {
    DependencyStorage(entries: entries, context: context, onUncontrolled: onUncontrolled)
  }

  func setting(onUncontrolled: UncontrolledDependency.Observer?) -> DependencyStorage {
    DependencyStorage(entries: entries, context: context, onUncontrolled: onUncontrolled)
  }

  /// Both, the other's values first.
  func overlaid(by other: DependencyStorage) -> DependencyStorage {
    if self === other || other === Self.empty { return self }
    let both = replacing(with: other.entries)
    return DependencyStorage(
      entries: both.entries, context: other.context ?? context,
      onUncontrolled: other.onUncontrolled ?? onUncontrolled)
  }

  private func replacing(with others: [Entry]) -> DependencyStorage {
    let kept = entries.filter { entry in !others.contains { $0.key == entry.key } }
    return DependencyStorage(
      entries: kept + others, context: context, onUncontrolled: onUncontrolled)
  }
}
