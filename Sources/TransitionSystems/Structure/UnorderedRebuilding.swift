import Synchronization

/// Builds the sets and dictionaries anew that are stored in a value, directly or in its structs,
/// optionals, arrays and dictionaries.
///
/// The value stays equal, but its sets may iterate in another order, as equal sets do: code whose
/// result changes with that is no function of the value. Sets inside other enums and other sets are
/// left as they are.
///
/// Complexity: linear in what holds sets and dictionaries; what holds none is not looked at.
package func rebuildUnordered<Value>(_ value: inout Value) {
  let places = UnorderedPlaces.of(Value.self)
  if places.isEmpty { return }
  withUnsafeMutablePointer(to: &value) { places.rebuild(at: UnsafeMutableRawPointer($0)) }
}

/// Where in the values of a type there are collections whose order is their own affair.
private struct UnorderedPlaces: Sendable {
  private let places: [(offset: Int, storage: any UnorderedStorage.Type)]

  var isEmpty: Bool { places.isEmpty }

  /// Rebuilds those of the value at an address.
  func rebuild(at address: UnsafeMutableRawPointer) {
    for place in places { place.storage.rebuild(at: address + place.offset) }
  }

  // MARK: By type

  private static let known = Mutex<[ObjectIdentifier: UnorderedPlaces]>([:])

  /// - Parameter outer: The types that this one is a part of: one that is among them is taken to
  ///   hold such collections.
  static func of(_ type: Any.Type, within outer: [Any.Type] = []) -> UnorderedPlaces {
    let key = ObjectIdentifier(type)
    if let known = known.withLock({ $0[key] }) { return known }
    let found = UnorderedPlaces(places: places(type, within: outer + [type]))
    return known.withLock {
      $0[key] = found
      return found
    }
  }

  private static func places(
    _ type: Any.Type, within outer: [Any.Type]
  ) -> [(offset: Int, storage: any UnorderedStorage.Type)] {
    if let storage = type as? any UnorderedStorage.Type {
      let holdsAny = storage.part.map { part in
        outer.contains { $0 == part } || !of(part, within: outer).isEmpty
      }
      return holdsAny ?? true ? [(0, storage)] : []
    }
    guard MetadataKind(type) == .structure else { return [] }
    return (RuntimeMetadata(type).storedProperties ?? []).filter { $0.ownership == .strong }
      .flatMap { field in
        of(field.type, within: outer).places.map { (field.offset + $0.offset, $0.storage) }
      }
  }
}

/// What may hold a collection whose order is its own affair, or is one.
private protocol UnorderedStorage: SendableMetatype {
  /// The type of the values in which there may be such collections; nil where it is one itself.
  static var part: Any.Type? { get }

  /// Replaces the collections in the value at an address by equal ones of another capacity.
  static func rebuild(at address: UnsafeMutableRawPointer)
}

extension Set: UnorderedStorage {
  static var part: Any.Type? { nil }

  static func rebuild(at address: UnsafeMutableRawPointer) {
    // The address is that of a stored property of exactly this type.
    let old = address.assumingMemoryBound(to: Self.self)
    var new = Self(minimumCapacity: old.pointee.count * 4 + 8)
    // Backwards: those whose hashes collide change places.
    for element in Array(old.pointee).reversed() { new.insert(element) }
    old.pointee = new
  }
}

extension Dictionary: UnorderedStorage {
  static var part: Any.Type? { nil }

  static func rebuild(at address: UnsafeMutableRawPointer) {
    // As for a set.
    let old = address.assumingMemoryBound(to: Self.self)
    var new = Self(minimumCapacity: old.pointee.count * 4 + 8)
    for (key, value) in Array(old.pointee).reversed() {
      var value = value
      rebuildUnordered(&value)
      new[key] = value
    }
    old.pointee = new
  }
}

extension Optional: UnorderedStorage {
  static var part: Any.Type? { Wrapped.self }

  static func rebuild(at address: UnsafeMutableRawPointer) {
    // As for a set.
    let old = address.assumingMemoryBound(to: Self.self)
    guard var value = old.pointee else { return }
    rebuildUnordered(&value)
    old.pointee = value
  }
}

extension Array: UnorderedStorage {
  static var part: Any.Type? { Element.self }

  static func rebuild(at address: UnsafeMutableRawPointer) {
    // As for a set.
    let old = address.assumingMemoryBound(to: Self.self)
    for index in old.pointee.indices { rebuildUnordered(&old.pointee[index]) }
  }
}
