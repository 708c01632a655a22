import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Objects of the runtime's, by their addresses.
enum HeapObject {
  // Not inlined, so that no pair of these is taken for one without an effect.
  @inline(never)
  static func retain(_ object: UnsafeRawPointer) {
    _ = Unmanaged<AnyObject>.fromOpaque(object).retain()
  }

  @inline(never)
  static func release(_ object: UnsafeRawPointer) {
    Unmanaged<AnyObject>.fromOpaque(object).release()
  }

  /// Whether there is one reference to an object, and no more.
  ///
  /// The second word of an object counts its references; its upper half is 0 where the one who asks
  /// has the only one, the object is not immortal, and all is counted in that word. What others did
  /// with it before they let go of it is seen by whoever is told so.
  @inline(__always)
  static func isUnshared(_ object: UnsafeRawPointer) -> Bool {
    let counts = (object + 8).assumingMemoryBound(to: Atomic<UInt64>.self)
    return counts.pointee.load(ordering: .acquiring) &>> 32 == 0
  }

  private final class Sample {}

  /// Whether references are counted as ``isUnshared(_:)`` assumes, which is tried with a sample.
  static let countsAsAssumed: Bool = {
    let object = UnsafeRawPointer(Unmanaged.passRetained(Sample()).toOpaque())
    let isAlone = isUnshared(object)
    retain(object)
    let isShared = !isUnshared(object)
    release(object)
    let isAloneAgain = isUnshared(object)
    release(object)
    return isAlone && isShared && isAloneAgain
  }()

  // The bytes that the allocator gave to an object; 0 where that is not known.
  #if canImport(Darwin)
    static func usableSize(_ object: UnsafeRawPointer) -> Int { Int(malloc_size(object)) }
  #elseif canImport(Glibc) || canImport(Musl)
    private typealias UsableSize = @convention(c) (UnsafeRawPointer) -> Int

    /// `malloc_usable_size`, which no module declares; absent in some static programs.
    private static let allocatorSize: UsableSize? = dlsym(nil, "malloc_usable_size").map {
      unsafeBitCast($0, to: UsableSize.self)
    }

    static func usableSize(_ object: UnsafeRawPointer) -> Int { allocatorSize?(object) ?? 0 }
  #else
    static func usableSize(_ object: UnsafeRawPointer) -> Int { 0 }
  #endif
}
