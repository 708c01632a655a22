#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An object that each thread has its own of, or none.
///
/// It is not kept alive: it is there only while ``withValue(_:_:)`` runs.
package struct ThreadLocal<Object: AnyObject>: Sendable {
  private let key: pthread_key_t

  package init() {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    self.key = key
  }

  /// The calling thread's object.
  package var current: Object? {
    pthread_getspecific(key).map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Does something while an object is the calling thread's.
  package func withValue<Result>(_ object: Object, _ body: () throws -> Result) rethrows -> Result {
    let outer = pthread_getspecific(key)
    pthread_setspecific(key, Unmanaged.passUnretained(object).toOpaque())
    defer { pthread_setspecific(key, outer) }
    return try withExtendedLifetime(object) { try body() }
  }
}
