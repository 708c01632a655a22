/// One case of an enum, as the runtime knows it.
package struct EnumCase: Sendable {
  /// The name as written.
  package let name: String
  /// The number the runtime gives the case: cases with a payload come first.
  package let tag: Int
  /// The payload's type, a tuple when there are labels; `nil` for a case without a payload.
  package let payloadType: Any.Type?
  /// Whether the payload lies in a box of its own.
  package let isIndirect: Bool

  /// The payload taken apart: the elements of a tuple, else the payload itself.
  package var payloadElements: [(label: String?, type: Any.Type)] {
    guard let payloadType else { return [] }
    guard MetadataKind(payloadType) == .tuple else { return [(nil, payloadType)] }
    return RuntimeMetadata(payloadType).tupleElements.map { ($0.label, $0.field.type) }
  }
}

/// The cases of an enum, and how to take its values apart and build them.
///
/// Everything is read from the type's own records and value witnesses: no case is constructed to
/// find out, no mirror is asked.
package struct EnumReflection<Root>: Sendable {
  /// All cases in the order of their tags: those with a payload as declared, then the others as
  /// declared. The records keep no more of the order of declaration than that.
  package let cases: [EnumCase]
  /// How many of the cases store a payload that takes room.
  let payloadCaseCount: Int

  /// Reads the cases; `nil` when `Root` is no enum or its records were stripped.
  package init?() {
    let kind = MetadataKind(Root.self)
    let metadata = RuntimeMetadata(Root.self)
    guard kind == .enumeration || kind == .optional, let records = metadata.fieldRecords else {
      return nil
    }
    let count = metadata.payloadCaseCount
    payloadCaseCount = count
    cases = records.enumerated().map { tag, record in
      EnumCase(
        name: record.name, tag: tag, payloadType: record.type,
        isIndirect: record.isIndirect && tag < count)
    }
  }

  /// The tag of a value's case.
  package func tag(of root: Root) -> Int {
    let metadata = RuntimeMetadata(Root.self)
    let read = metadata.enumWitnesses.pointee.enumTag
    return withUnsafePointer(to: root) { Int(read($0, metadata.address)) }
  }

  /// The case a value is of; `nil` for a case this program has no record of.
  package func enumCase(of root: Root) -> EnumCase? {
    let tag = tag(of: root)
    return cases.indices.contains(tag) ? cases[tag] : nil
  }

  /// The name of a value's case, empty for a case this program has no record of.
  package func caseName(of root: Root) -> String {
    enumCase(of: root)?.name ?? ""
  }

  /// A copy of a value's payload: a tuple where there are labels or several elements, `nil` where
  /// there is no payload.
  package func payload(of root: Root) -> Any? {
    guard let found = enumCase(of: root), let type = found.payloadType else { return nil }
    guard found.tag < payloadCaseCount else {
      // The payload takes no room, so there is nothing to read but its type.
      return withUnsafePointer(to: root) { loadValue(type, at: $0) }
    }
    let copy = UnsafeMutablePointer<Root>.allocate(capacity: 1)
    defer { copy.deallocate() }
    copy.initialize(to: root)
    defer { copy.deinitialize(count: 1) }
    let metadata = RuntimeMetadata(Root.self)
    let witnesses = metadata.enumWitnesses.pointee
    // The tag is stripped, the payload copied out, and the tag put back before the copy ends.
    witnesses.projectPayload(UnsafeMutableRawPointer(copy), metadata.address)
    defer { witnesses.injectTag(copy, UInt32(found.tag), metadata.address) }
    guard found.isIndirect else { return loadValue(type, at: copy) }
    let box = UnsafeRawPointer(copy).load(as: UnsafeRawPointer.self)
    return loadValue(type, at: box + RuntimeMetadata(type).witnesses.pointee.boxOffset)
  }
}
