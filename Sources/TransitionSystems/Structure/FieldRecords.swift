/// How a stored property holds its value.
enum Ownership {
  case strong, weak, unowned
}

/// One stored property of a struct or one element of a tuple.
struct StoredField {
  let name: String
  let type: Any.Type
  let offset: Int
  let ownership: Ownership
}

/// One field record of a nominal type: a stored property of a struct or a case of an enum.
struct FieldRecord {
  let name: String
  /// `nil` for a case without a payload.
  let type: Any.Type?
  let isIndirect: Bool
  let ownership: Ownership
}

/// Follows a relative pointer; zero means none.
func followRelative(_ address: UnsafeRawPointer) -> UnsafeRawPointer? {
  let distance = Int(address.load(as: Int32.self))
  return distance == 0 ? nil : address + distance
}

/// The length of a mangled name, whose symbolic references may hold zero bytes.
func mangledNameLength(_ name: UnsafeRawPointer) -> Int {
  var length = 0
  while true {
    switch name.load(fromByteOffset: length, as: UInt8.self) {
    case 0: return length
    case 0x01...0x17: length += 5
    case 0x18...0x1F: length += 9
    default: length += 1
    }
  }
}

/// The type a mangled name means, or `nil` where the runtime cannot say.
func resolveType(
  _ name: UnsafeRawPointer, context: UnsafeRawPointer?, arguments: UnsafeRawPointer?
) -> Any.Type? {
  _getTypeByMangledNameInContext(
    name.assumingMemoryBound(to: UInt8.self), UInt(mangledNameLength(name)),
    genericContext: context, genericArguments: arguments)
}

extension RuntimeMetadata {
  /// The field records of a struct or an enum, or `nil` when one of them cannot be read.
  ///
  /// An enum's records come in the order of its tags: cases with a payload first.
  var fieldRecords: [FieldRecord]? {
    guard let fields = followRelative(descriptor + 16) else { return nil }
    var records: [FieldRecord] = []
    for index in 0..<Int((fields + 12).load(as: UInt32.self)) {
      guard let record = fieldRecord(at: fields + 16 + 12 * index) else { return nil }
      records.append(record)
    }
    return records
  }

  private func fieldRecord(at record: UnsafeRawPointer) -> FieldRecord? {
    guard let text = followRelative(record + 8) else { return nil }
    let name = String(cString: text.assumingMemoryBound(to: CChar.self))
    let isIndirect = record.load(as: UInt32.self) & 1 != 0
    guard let mangled = followRelative(record + 4) else {
      return FieldRecord(name: name, type: nil, isIndirect: isIndirect, ownership: .strong)
    }
    guard
      let type = resolveType(mangled, context: descriptor, arguments: genericArguments)
    else { return nil }
    return FieldRecord(
      name: name, type: type, isIndirect: isIndirect, ownership: ownership(mangled))
  }

  /// A mangled name that ends in `Xw`, `Xo` or `Xu` is a weak or unowned reference.
  private func ownership(_ mangled: UnsafeRawPointer) -> Ownership {
    let length = mangledNameLength(mangled)
    guard length >= 2, mangled.load(fromByteOffset: length - 2, as: UInt8.self) == 0x58 else {
      return .strong
    }
    switch mangled.load(fromByteOffset: length - 1, as: UInt8.self) {
    case 0x77: return .weak
    case 0x6F, 0x75: return .unowned
    default: return .strong
    }
  }

  /// The stored properties of a struct, or `nil` when they cannot be read.
  var storedProperties: [StoredField]? {
    let count = Int((descriptor + 20).load(as: UInt32.self))
    let vector = Int((descriptor + 24).load(as: UInt32.self))
    guard let records = fieldRecords, records.count == count, count == 0 || vector != 0 else {
      return nil
    }
    let offsets = address + 8 * vector
    return records.indices.map { index in
      let record = records[index]
      return StoredField(
        name: record.name, type: record.type ?? Void.self,
        offset: Int(offsets.load(fromByteOffset: 4 * index, as: UInt32.self)),
        ownership: record.ownership)
    }
  }

  /// The elements of a tuple; an element without a label is named by its position.
  var tupleElements: [(label: String?, field: StoredField)] {
    let count = (address + 8).load(as: Int.self)
    let text = (address + 16).load(as: UnsafePointer<CChar>?.self).map { String(cString: $0) }
    let labels = (text ?? "").split(separator: " ", omittingEmptySubsequences: false)
    return (0..<count).map { index in
      let element = RuntimeMetadata(
        address: (address + 24 + 16 * index).load(as: UnsafeRawPointer.self))
      // 32 bits; on some platforms the field is wider, the value never.
      let offset = Int((address + 32 + 16 * index).load(as: UInt32.self))
      let label = index < labels.count && !labels[index].isEmpty ? String(labels[index]) : nil
      let field = StoredField(
        name: label ?? "\(index)", type: element.type, offset: offset, ownership: .strong)
      return (label, field)
    }
  }
}
