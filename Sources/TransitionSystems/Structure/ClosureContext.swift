import Synchronization

/// The heap object behind a closure.
enum ClosureContext {
  /// Appends the function pointer and what its context holds, or the context's address where its
  /// contents must not or cannot be compared.
  static func encode(
    _ source: UnsafeRawPointer, contents: Bool, depth: Int,
    into encoder: inout StructuralEncoder
  ) {
    encoder.append(source.load(as: UInt64.self))
    guard let object = source.load(fromByteOffset: 8, as: UnsafeRawPointer?.self) else {
      return encoder.append(0)
    }
    let metadata = object.load(as: UnsafeRawPointer.self)
    // Anything but a closure context or box is an instance that the closure captured alone.
    guard contents, depth < 64, metadata.load(as: UInt.self) == 0x400 else {
      encoder.append(1)
      return encoder.append(UInt64(UInt(bitPattern: object)))
    }
    encoder.append(2)
    encoder.append(UInt64(UInt(bitPattern: metadata)))
    if let captures = captures(metadata) {
      encode(captures, of: object, depth: depth, into: &encoder)
    } else {
      encodeBytes(of: object, from: metadata, into: &encoder)
    }
  }

  private static func encode(
    _ captures: [Capture], of object: UnsafeRawPointer, depth: Int,
    into encoder: inout StructuralEncoder
  ) {
    for capture in captures {
      let address = object + capture.offset
      if let plan = capture.plan {
        encoder.nested(plan, address)
      } else {
        // The closure inside a thunk: at most as changeable as the closure outside.
        encode(address, contents: true, depth: depth + 1, into: &encoder)
      }
    }
  }

  /// All bytes after the object's header, up to what the allocator gave.
  ///
  /// That may be more than was asked for, and the rest may differ by chance: closures that are
  /// equal can then look different, never the other way round.
  private static func encodeBytes(
    of object: UnsafeRawPointer, from metadata: UnsafeRawPointer,
    into encoder: inout StructuralEncoder
  ) {
    // The topmost bit of the counts: immortal (perhaps not from the heap) or with a side table.
    guard object.load(fromByteOffset: 8, as: UInt64.self) >> 63 == 0 else {
      return encoder.append(UInt64(UInt(bitPattern: object)))
    }
    let size = HeapObject.usableSize(object)
    guard size >= 16 else { return encoder.append(UInt64(UInt(bitPattern: object))) }
    encoder.append(UInt64(size))
    encoder.append(object + 16, count: size - 16)
  }
}

// MARK: - The capture descriptor

extension ClosureContext {
  private struct Capture: @unchecked Sendable {
    // Sendable holds because plans are immutable and never freed.

    /// How to encode it; `nil` for a function value, whose type has no metadata.
    let plan: UnsafePointer<PlanRecord>?
    let offset: Int
  }

  /// The captures of the contexts met so far: a context's metadata is never freed.
  private static let known = Mutex<[UInt: [Capture]?]>([:])

  /// The captures that a context's metadata describes, or `nil` when one is not plain.
  private static func captures(_ metadata: UnsafeRawPointer) -> [Capture]? {
    let key = UInt(bitPattern: metadata)
    if let found = known.withLock({ $0[key] }) { return found }
    let result = readCaptures(metadata)
    known.withLock { $0[key] = .some(result) }
    return result
  }

  private static func readCaptures(_ metadata: UnsafeRawPointer) -> [Capture]? {
    let descriptor = metadata.load(fromByteOffset: 16, as: UnsafeRawPointer?.self)
    guard let descriptor, descriptor.load(fromByteOffset: 4, as: UInt32.self) == 0,
      descriptor.load(fromByteOffset: 8, as: UInt32.self) == 0
    else { return nil }
    var offset = Int(metadata.load(fromByteOffset: 8, as: UInt32.self))
    var captures: [Capture] = []
    for index in 0..<Int(descriptor.load(as: UInt32.self)) {
      guard let name = followRelative(descriptor + 12 + 4 * index) else { return nil }
      if isThickFunction(name) {
        offset = (offset + 7) & ~7
        captures.append(Capture(plan: nil, offset: offset))
        offset += 16
        continue
      }
      guard let type = resolveType(name, context: nil, arguments: nil), isPlain(type) else {
        return nil
      }
      let witnesses = RuntimeMetadata(type).witnesses.pointee
      offset = (offset + witnesses.alignmentMask) & ~witnesses.alignmentMask
      captures.append(Capture(plan: PlanRegistry.plan(for: type).record, offset: offset))
      offset += witnesses.size
    }
    return captures
  }

  /// Whether values of a type are stored in a context as the type's metadata says.
  private static func isPlain(_ type: Any.Type) -> Bool {
    switch MetadataKind(type) {
    case .structure, .enumeration, .optional, .reference, .existential, .extendedExistential:
      true
    default: false
    }
  }

  /// Whether a mangled name is that of an escaping, guaranteed, thick function in its lowered
  /// form: it ends in `Ieg`, more letters and `_`.
  private static func isThickFunction(_ name: UnsafeRawPointer) -> Bool {
    let length = mangledNameLength(name)
    let bytes = UnsafeRawBufferPointer(start: name, count: length)
    guard bytes.last == 0x5F, let start = bytes.lastIndex(of: 0x49), start + 2 < length else {
      return false
    }
    return bytes[start + 1] == 0x65 && bytes[start + 2] == 0x67
      && bytes[(start + 3)..<(length - 1)].allSatisfy { $0 >= 0x41 && $0 <= 0x7A }
  }
}
