extension RuntimeMetadata {
  /// How many of an enum's cases carry a payload; they have the lowest tags.
  var payloadCaseCount: Int { Int((descriptor + 20).load(as: UInt32.self) & 0x00FF_FFFF) }

  /// Whether an enum was laid out by the runtime, which never uses spare bits for the tag.
  var hasRuntimeEnumLayout: Bool { (descriptor + 20).load(as: UInt32.self) >> 24 != 0 }

  /// How values of an existential type are laid out.
  var existentialLayout: MetadataExistentialLayout {
    if MetadataKind(type) == .extendedExistential {
      let shape = (address + 8).load(as: UnsafeRawPointer.self)
      switch shape.load(as: UInt32.self) & 0xFF {
      case 0: return .inline
      case 1: return .reference
      case 2: return .metatype
      default: return .unknown
      }
    }
    let flags = (address + 8).load(as: UInt32.self)
    if flags & 0x3F00_0000 == 0x0100_0000 { return .error }
    return flags & 0x8000_0000 == 0 ? .reference : .inline
  }

  /// For the metatype of a type without subtypes, the only value it has; it may take no room.
  var constantMetatype: Any.Type? {
    guard MetadataKind(type) == .metatype else { return nil }
    let instance = RuntimeMetadata(address: (address + 8).load(as: UnsafeRawPointer.self)).type
    return MetadataKind(instance) == .reference ? nil : instance
  }

  /// Whether this is a tuple with such a metatype somewhere in it.
  var holdsConstantMetatype: Bool {
    MetadataKind(type) == .tuple
      && tupleElements.contains { _, field in
        let element = RuntimeMetadata(field.type)
        return element.constantMetatype != nil || element.holdsConstantMetatype
      }
  }
}

/// How an existential holds its value.
enum MetadataExistentialLayout {
  /// In a box of the error's own.
  case error
  /// As a reference, the dynamic type in the object.
  case reference
  /// As a type.
  case metatype
  /// In three words or a box, with the dynamic type after them.
  case inline
  case unknown
}
