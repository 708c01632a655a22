/// Builds the sets and dictionaries anew that are stored in a value, directly or in its structs,
/// optionals, arrays and dictionaries.
///
/// The value stays equal, but its sets may iterate in another order, as equal sets do: code whose
/// result changes with that is no function of the value. Sets inside other enums and other sets are
/// left as they are.
package func rebuildUnordered<Value>(_ value: inout Value) {
  withUnsafeMutablePointer(to: &value) { pointer in
    rebuildUnordered(Value.self, at: UnsafeMutableRawPointer(pointer))
  }
}

private func rebuildUnordered(_ type: Any.Type, at address: UnsafeMutableRawPointer) {
  if let unordered = type as? any UnorderedStorage.Type {
    unordered.rebuild(at: address)
  } else if MetadataKind(type) == .structure {
    for field in RuntimeMetadata(type).storedProperties ?? [] where field.ownership == .strong {
      rebuildUnordered(field.type, at: address + field.offset)
    }
  }
}

/// What may hold a collection whose order is its own affair, or is one.
private protocol UnorderedStorage {
  /// Replaces the collection at an address by an equal one of another capacity.
  static func rebuild(at address: UnsafeMutableRawPointer)
}

extension Set: UnorderedStorage {
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
  static func rebuild(at address: UnsafeMutableRawPointer) {
    // As for a set.
    let old = address.assumingMemoryBound(to: Self.self)
    guard var value = old.pointee else { return }
    rebuildUnordered(&value)
    old.pointee = value
  }
}

extension Array: UnorderedStorage {
  static func rebuild(at address: UnsafeMutableRawPointer) {
    // As for a set.
    let old = address.assumingMemoryBound(to: Self.self)
    for index in old.pointee.indices { rebuildUnordered(&old.pointee[index]) }
  }
}
