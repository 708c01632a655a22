import Synchronization

extension StructuralEncoder {
  /// `Any`, `any P` and `any P<X>`: the dynamic type's token, then the value.
  mutating func runExistential(_ source: UnsafeRawPointer) {
    let (metadata, value) = openExistential(source)
    dynamic(metadata, value)
  }

  /// An error's box is opened by the compiler, so its layout need not be known.
  mutating func runError(_ error: some Error) {
    let metadata = unsafeBitCast(type(of: error) as Any.Type, to: UnsafeRawPointer.self)
    withUnsafePointer(to: error) { dynamic(metadata, UnsafeRawPointer($0)) }
  }
}

/// The dynamic type and the place of the value in an existential that is not class-bound.
///
/// Such an existential is three words of room or a pointer to a box, then the type's metadata.
@inline(__always)
func openExistential(
  _ source: UnsafeRawPointer
) -> (metadata: UnsafeRawPointer, value: UnsafeRawPointer) {
  let metadata = source.load(fromByteOffset: 24, as: UnsafeRawPointer.self)
  let witnesses = RuntimeMetadata(address: metadata).witnesses
  guard !witnesses.pointee.isStoredInline else { return (metadata, source) }
  return (metadata, source.load(as: UnsafeRawPointer.self) + witnesses.pointee.boxOffset)
}

/// A dynamic cast that the compiler cannot see through; existentials are looked into.
func converted<From, To>(_ value: From, to type: To.Type) -> To? {
  value as? To
}

extension PlanRegistry {
  /// One entry of the table below: a plan, found by its type's address.
  private static let cacheSize = 256

  /// The plans of dynamic types by a few bits of the metadata's address, to spare the lock.
  ///
  /// Unchecked: entries are atomic, and each points to an immutable, immortal plan.
  private struct Cache: @unchecked Sendable {
    let entries: UnsafeMutablePointer<Atomic<UInt>>

    init() {
      entries = .allocate(capacity: PlanRegistry.cacheSize)
      for index in 0..<PlanRegistry.cacheSize { (entries + index).initialize(to: Atomic(0)) }
    }
  }

  private static let cache = Cache()

  /// The plan of the type whose metadata lies at an address.
  static func cachedPlan(at metadata: UnsafeRawPointer) -> UnsafePointer<PlanRecord> {
    let bits = UInt(bitPattern: metadata) &>> 4
    let entry = cache.entries + Int((bits ^ bits &>> 8) & UInt(cacheSize - 1))
    let type = RuntimeMetadata(address: metadata).type
    let known = UnsafePointer<PlanRecord>(bitPattern: entry.pointee.load(ordering: .acquiring))
    if let known, known.pointee.type == type { return known }
    let found = plan(for: type).record
    entry.pointee.store(UInt(bitPattern: found), ordering: .releasing)
    return found
  }
}
