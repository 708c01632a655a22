/// Lends the dynamic type of a value and the address where the value lies.
func withStoredValue<Result>(
  of value: Any, _ body: (Any.Type, UnsafeRawPointer) -> Result
) -> Result {
  func open<Value>(_ value: Value) -> Result {
    withUnsafePointer(to: value) { body(Value.self, UnsafeRawPointer($0)) }
  }
  return _openExistential(value, do: open)
}

/// A copy of the value of a type that lies at an address; `nil` where it cannot be read safely.
///
/// Existentials come out as what they hold.
func loadValue(_ type: Any.Type, at address: UnsafeRawPointer) -> Any? {
  let metadata = RuntimeMetadata(type)
  if let constant = metadata.constantMetatype { return constant }
  guard !metadata.holdsConstantMetatype else { return nil }
  switch MetadataKind(type) {
  case .existential, .extendedExistential: return loadExistential(metadata, at: address)
  default: break
  }
  func load<Value>(_: Value.Type) -> Any? {
    address.assumingMemoryBound(to: Value.self).pointee
  }
  return _openExistential(type, do: load)
}

private func loadExistential(_ metadata: RuntimeMetadata, at address: UnsafeRawPointer) -> Any? {
  switch metadata.existentialLayout {
  case .error: return unboxed(address.assumingMemoryBound(to: (any Error).self).pointee)
  case .reference: return address.assumingMemoryBound(to: AnyObject.self).pointee
  case .metatype: return address.load(as: Any.Type.self)
  case .inline:
    let (dynamic, value) = openExistential(address)
    return loadValue(RuntimeMetadata(address: dynamic).type, at: value)
  case .unknown: return nil
  }
}

/// What an error's box holds.
private func unboxed(_ error: some Error) -> Any {
  error
}
