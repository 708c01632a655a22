/// What a value looks like from outside its type: the parts that are stored in it.
enum StoredShape {
  case optional(Any?)
  case text(String)
  case list([Any])
  case set([Any])
  case dictionary([(key: Any, value: Any)])
  case tuple([(label: String?, value: Any)])
  case structure([(name: String, value: Any)])
  case enumeration(name: String, payload: Any?, isTuple: Bool)
  /// Nothing to look into: the text says it all.
  case leaf(String)

  init(of value: Any) {
    self = Self.known(value) ?? withStoredValue(of: value, Self.walked)
  }

  private static func known(_ value: Any) -> StoredShape? {
    switch value {
    case let text as String: .text(text)
    case let text as Substring: .text(String(text))
    case let character as Character: .text(String(character))
    case let text as StaticString: .text(text.description)
    case let shape as any ShapedContainer: shape.storedShape
    default: nil
    }
  }

  private static func walked(_ type: Any.Type, _ address: UnsafeRawPointer) -> StoredShape {
    let metadata = RuntimeMetadata(type)
    switch MetadataKind(type) {
    case .structure: return structure(metadata, address)
    case .enumeration, .optional: return enumeration(type, address)
    case .tuple:
      guard !metadata.holdsConstantMetatype else { return .leaf(typeName(type)) }
      return .tuple(
        metadata.tupleElements.map { label, field in (label, load(field, address)) })
    case .function: return .leaf("closure")
    case .metatype, .existentialMetatype:
      let instance = loadValue(type, at: address) as? Any.Type
      return .leaf("\(instance.map(typeName) ?? typeName(type)).self")
    case .reference:
      // The value's class, which may be a subclass of what its holder declares.
      return .leaf(loadValue(type, at: address).map { typeName(Swift.type(of: $0)) } ?? "")
    default: return .leaf(typeName(type))
    }
  }

  private static func structure(
    _ metadata: RuntimeMetadata, _ address: UnsafeRawPointer
  ) -> StoredShape {
    if isSystemType(metadata.type), let text = description(metadata.type, address) {
      return .leaf(text)
    }
    guard let fields = metadata.storedProperties, !fields.isEmpty else {
      return .leaf(description(metadata.type, address) ?? "\(typeName(metadata.type))()")
    }
    return .structure(fields.map { (fieldName($0.name), load($0, address)) })
  }

  private static func enumeration(
    _ type: Any.Type, _ address: UnsafeRawPointer
  ) -> StoredShape {
    func open<Root>(_: Root.Type) -> StoredShape {
      let root = address.assumingMemoryBound(to: Root.self).pointee
      guard let cases = EnumReflection<Root>(), let found = cases.enumCase(of: root) else {
        return .leaf(description(type, address) ?? typeName(type))
      }
      let isTuple = found.payloadType.map { MetadataKind($0) == .tuple } ?? false
      return .enumeration(name: found.name, payload: cases.payload(of: root), isTuple: isTuple)
    }
    return _openExistential(type, do: open)
  }

  private static func load(_ field: StoredField, _ base: UnsafeRawPointer) -> Any {
    let address = base + field.offset
    switch field.ownership {
    case .strong: return loadValue(field.type, at: address) ?? Unreadable(type: field.type)
    case .weak:
      let object = address.assumingMemoryBound(to: WeakReference.self).pointee.object
      return object.map { $0 as Any } ?? AnyObject?.none as Any
    case .unowned:
      // Looking at an unowned reference may trap.
      return Unreadable(type: field.type)
    }
  }

  private static func description(_ type: Any.Type, _ address: UnsafeRawPointer) -> String? {
    let value = loadValue(type, at: address)
    guard let text = (value as? any CustomStringConvertible)?.description else { return nil }
    switch _typeName(type, qualified: true) {
    case "Foundation.Date", "FoundationEssentials.Date":
      // It names whole seconds only; a date is its distance in seconds from another.
      let seconds = address.load(as: Double.self)
      return seconds == seconds.rounded() ? text : "\(text) (\(seconds))"
    case "Foundation.Data", "FoundationEssentials.Data":
      guard let bytes = value as? any Collection<UInt8> else { return text }
      return "\(text)\(contents(Array(bytes)))"
    default: return text
    }
  }

  /// The first bytes of some, and a fingerprint of all where there are more.
  private static func contents(_ bytes: [UInt8]) -> String {
    guard !bytes.isEmpty else { return "" }
    let shown = bytes.prefix(16).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    .joined(separator: " ")
    if bytes.count <= 16 { return ": \(shown)" }
    let fingerprint = bytes.withUnsafeBytes { raw in
      raw.baseAddress.map { structuralFingerprint(ofBytes: $0, count: raw.count) } ?? 0
    }
    return ": \(shown) … \(String(fingerprint, radix: 16))"
  }
}

/// Stands for a stored value that is not read: its type's name is its text.
private struct Unreadable: CustomStringConvertible, ShapedContainer {
  let type: Any.Type

  var description: String { typeName(type) }
  var storedShape: StoredShape { .leaf(description) }
}

/// Types whose own description is better than their stored properties: the standard library's and
/// the system frameworks', such as `UUID`, `Duration`, `Date`, `Decimal`, `URL`.
private func isSystemType(_ type: Any.Type) -> Bool {
  let name = _typeName(type, qualified: true)
  return ["Swift.", "Foundation", "_Concurrency.", "Dispatch.", "__C.", "Core"].contains(
    where: name.hasPrefix)
}

/// A type's name without modules.
func typeName(_ type: Any.Type) -> String {
  String(describing: type)
}

/// A stored property's name as written: `lazy` and wrapped properties store theirs under another.
private func fieldName(_ name: String) -> String {
  let lazyPrefix = "$__lazy_storage_$_"
  return name.hasPrefix(lazyPrefix) ? String(name.dropFirst(lazyPrefix.count)) : name
}
