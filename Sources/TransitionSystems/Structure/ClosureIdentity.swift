import Synchronization

/// What a closure is made of: its function and the contents of what it captured.
///
/// Two closures made by the same line that captured structurally equal values are equal, although
/// each has a context of its own. Equality is never claimed wrongly for `@Sendable` closures whose
/// captures are not changed behind the compiler's back; closures that are not `@Sendable` may hold
/// a captured `var` that looks like a plain capture, so for them the context itself must be the
/// same.
///
/// A closure is handed over in a struct that holds nothing else: a function value passed as a
/// generic argument is wrapped in a new reabstraction thunk each time, with a context of its own,
/// while a struct with a function in it is passed as it is. The struct must not be generic over
/// the function's type, for the same reason.
///
/// The identity keeps nothing alive. References among the captures are compared by address: the
/// caller keeps the closure alive as long as identities are compared.
package struct ClosureIdentity: Equatable, Hashable, Sendable {
  private let words: [UInt64]

  /// Reads the closure that a struct holds; `nil` when the struct is not one function value.
  ///
  /// Complexity: linear in the size of what is captured.
  package init?<Holder>(of holder: Holder) {
    var encoder = StructuralEncoder()
    guard Self.append(holder, to: &encoder) else { return nil }
    words = encoder.words
  }

  /// Appends the words of the closure that a struct holds, for a caller that looks closures up
  /// without making an identity of each; false when the struct is not one function value.
  package static func append<Holder>(
    _ holder: Holder, to encoder: inout StructuralEncoder
  ) -> Bool {
    guard let comparesContents = comparesContents(of: Holder.self) else { return false }
    withUnsafePointer(to: holder) { pointer in
      encoder.stackStart = StructuralEncoder.stackAddress()
      ClosureContext.encode(
        UnsafeRawPointer(pointer), contents: comparesContents, depth: 0, into: &encoder)
    }
    return true
  }

  /// Holders met so far, and whether their closures' contents may be compared; nil in the value
  /// for what is no holder.
  private static let known = Mutex<[ObjectIdentifier: Bool?]>([:])

  private static func comparesContents<Holder>(of type: Holder.Type) -> Bool? {
    let key = ObjectIdentifier(type)
    if let found = known.withLock({ $0[key] }) { return found }
    let result = inspect(type)
    known.withLock { $0[key] = .some(result) }
    return result
  }

  private static func inspect<Holder>(_ type: Holder.Type) -> Bool? {
    guard MetadataKind(Holder.self) == .structure, MemoryLayout<Holder>.size == 16,
      let fields = RuntimeMetadata(Holder.self).storedProperties,
      fields.count == 1, MetadataKind(fields[0].type) == .function
    else { return nil }
    return FunctionFlags(fields[0].type).isSendable
  }

  // Equal words are what decides; the hash of one fold over them is cheaper than a hasher's.

  package func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }

  /// A 64-bit fingerprint of what is compared.
  package var fingerprint: UInt64 {
    words.withUnsafeBufferPointer { structuralFingerprint(ofWords: $0) }
  }
}

/// The flags in a function type's metadata.
struct FunctionFlags {
  private let word: UInt

  init(_ type: Any.Type) {
    word = (RuntimeMetadata(type).address + 8).load(as: UInt.self)
  }

  var isSendable: Bool { word & 0x4000_0000 != 0 }
}
