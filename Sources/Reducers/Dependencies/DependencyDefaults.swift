import Synchronization

/// What unset dependencies are, each computed once a context and kept.
///
/// An app has one of these; each test store has its own, so that what one test does to a value that
/// keeps something is not seen by the next.
package final class DependencyDefaults: Sendable {
  /// The process's own.
  static let shared = DependencyDefaults()

  package init() {}

  struct Found<Value: Sendable>: Sendable {
    let value: Value
    /// The value stands in for one that a test ought to have set.
    var isPlaceholder = false
    /// The value is the live one.
    var isLive = false
    /// There is no live value; this is the test value.
    var isMissing = false
  }

  private struct CacheKey: Hashable {
    let key: ObjectIdentifier
    let context: DependencyContext
  }

  private let cache = Mutex<[CacheKey: any AnyObject & Sendable]>([:])

  func value<Key: TestDependencyKey>(
    of key: Key.Type, in context: DependencyContext
  ) -> Found<Key.Value> {
    typealias Box = DependencyBox<Found<Key.Value>>
    let cacheKey = CacheKey(key: ObjectIdentifier(key), context: context)
    if let box = cache.withLock({ $0[cacheKey] }) {
      return Box.value(in: box)
    }
    // Computed without the lock, for a default may read other dependencies. If two tasks race, the
    // value of the first to finish is the one both get.
    let new = Box(Self.compute(key, in: context))
    let kept = cache.withLock { cache in
      let kept = cache[cacheKey] ?? new
      cache[cacheKey] = kept
      return kept
    }
    return Box.value(in: kept)
  }

  private static func compute<Key: TestDependencyKey>(
    _ key: Key.Type, in context: DependencyContext
  ) -> Found<Key.Value> {
    switch context {
    case .live:
      if let live = liveValue(of: key) { return Found(value: live) }
      return Found(value: key.testValue, isMissing: true)
    case .preview:
      return Found(value: key.previewValue)
    default:
      let (value, isPlaceholder, isLive) = PlaceholderTestValue.detect { key.testValue }
      return Found(value: value, isPlaceholder: isPlaceholder, isLive: isLive)
    }
  }

  private static func liveValue<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value? {
    func value<Live: DependencyKey>(of key: Live.Type) -> Any { key.liveValue }
    guard let live = key as? any DependencyKey.Type else { return nil }
    return value(of: live) as? Key.Value
  }
}

extension DependencyValues {
  /// What unset dependencies are in the scope of these values; nil for the process's.
  package var defaults: DependencyDefaults? {
    get { explicitValue(of: DependencyDefaultsKey.self) ?? nil }
    set { self[DependencyDefaultsKey.self] = newValue }
  }
}

private enum DependencyDefaultsKey: TestDependencyKey {
  static var testValue: DependencyDefaults? { nil }
}
