extension EnumReflection {
  /// Builds the value of a case from its payload, or `nil` when the payload does not fit.
  ///
  /// The payload of a case with several elements or labels may be the tuple itself, a tuple with
  /// other labels, or an array of its elements; a single labelled element may come bare. A case
  /// without a payload, and one whose payload is `Void`, takes `nil`.
  package func embed(payload: Any?, inCase chosen: EnumCase) -> Root? {
    guard cases.indices.contains(chosen.tag), cases[chosen.tag].name == chosen.name else {
      return nil
    }
    let target = cases[chosen.tag]
    guard target.payloadType != nil || payload == nil else { return nil }
    let root = UnsafeMutablePointer<Root>.allocate(capacity: 1)
    defer { root.deallocate() }
    let raw = UnsafeMutableRawPointer(root)
    raw.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<Root>.size)
    if let type = target.payloadType {
      guard write(payload ?? (), type, of: target, at: raw) else { return nil }
    }
    let metadata = RuntimeMetadata(Root.self)
    metadata.enumWitnesses.pointee.injectTag(raw, UInt32(target.tag), metadata.address)
    return root.move()
  }

  private func write(
    _ payload: Any, _ type: Any.Type, of target: EnumCase, at raw: UnsafeMutableRawPointer
  ) -> Bool {
    func open<Payload>(_: Payload.Type) -> Bool {
      guard let value = assemble(payload, as: Payload.self) else { return false }
      if target.isIndirect {
        storeBox(value, at: raw)
      } else if target.tag < payloadCaseCount {
        raw.initializeMemory(as: Payload.self, to: value)
      }
      return true
    }
    return _openExistential(type, do: open)
  }
}

/// Has the layout of any indirect case: one pointer to a box made by the runtime.
private indirect enum Box<Value> {
  case value(Value)
}

/// Makes a box and stores its pointer, handing the only reference over to that memory.
private func storeBox<Value>(_ value: Value, at raw: UnsafeMutableRawPointer) {
  raw.initializeMemory(as: Box<Value>.self, to: .value(value))
}

/// A value as another type, tuples element by element.
private func assemble<Target>(_ value: Any, as type: Target.Type) -> Target? {
  if let whole = converted(value, to: Target.self) { return whole }
  guard MetadataKind(Target.self) == .tuple else { return nil }
  let elements = RuntimeMetadata(Target.self).tupleElements.map(\.field)
  for parts in components(of: value) where parts.count == elements.count {
    if let tuple = assemble(parts, elements, as: Target.self) { return tuple }
  }
  return nil
}

/// The ways to see a value as the elements of a tuple.
private func components(of value: Any) -> [[Any]] {
  var ways: [[Any]] = [[value]]
  if let list = value as? [Any] { ways.append(list) }
  withStoredValue(of: value) { type, address in
    guard MetadataKind(type) == .tuple else { return }
    let loaded = RuntimeMetadata(type).tupleElements.map { element in
      loadValue(element.field.type, at: address + element.field.offset)
    }
    ways.append(loaded.compactMap { $0 })
  }
  return ways
}

private func assemble<Tuple>(
  _ parts: [Any], _ elements: [StoredField], as type: Tuple.Type
) -> Tuple? {
  let tuple = UnsafeMutablePointer<Tuple>.allocate(capacity: 1)
  defer { tuple.deallocate() }
  let raw = UnsafeMutableRawPointer(tuple)
  for (index, element) in elements.enumerated() {
    func store<Element>(_: Element.Type) -> Bool {
      guard let value = assemble(parts[index], as: Element.self) else { return false }
      (raw + element.offset).initializeMemory(as: Element.self, to: value)
      return true
    }
    guard _openExistential(element.type, do: store) else {
      for made in elements[..<index] { destroy(made, in: raw) }
      return nil
    }
  }
  return tuple.move()
}

private func destroy(_ field: StoredField, in raw: UnsafeMutableRawPointer) {
  let metadata = RuntimeMetadata(field.type)
  metadata.witnesses.pointee.destroy(raw + field.offset, metadata.address)
}
