/// Turns a type into the steps that encode its values.
///
/// Structs and tuples are flattened, so that neighbouring plain fields become one copy; whatever
/// can make a type contain itself (enum payloads, elements) stays behind a `PlanSlot`.
struct StructuralPlanner {
  private var steps: [StructuralStep] = []
  private var paths: [String] = []

  mutating func add(_ type: Any.Type, offset: Int, path: String) {
    if addKnown(type, offset: offset, path: path) { return }
    let metadata = RuntimeMetadata(type)
    switch MetadataKind(type) {
    case .structure: addStruct(metadata, offset: offset, path: path)
    case .enumeration, .optional: addEnum(metadata, offset: offset, path: path)
    case .tuple: addTuple(metadata, offset: offset, path: path)
    case .opaque: addBuiltin(metadata, offset: offset, path: path)
    case .reference:
      append(type is AnyKeyPath.Type ? .keyPath : .reference, offset, 8, path: path)
    case .function: append(.function, offset, metadata.witnesses.pointee.size, path: path)
    case .existential, .extendedExistential:
      addExistential(metadata, offset: offset, path: path)
    case .metatype: addMetatype(metadata, offset: offset, path: path)
    case .existentialMetatype: append(.metatype, offset, path: path)
    case .fixedArray: addFixedArray(metadata, offset: offset, path: path)
    case .unknown: append(.opaque, offset, metadata.witnesses.pointee.size, path: path)
    }
  }

  /// Moves the steps to memory that is never freed.
  func finish(_ type: Any.Type, token: UInt64) -> UnsafePointer<PlanRecord> {
    let isDense = steps.count == 1 && steps[0].operation == .copy && steps[0].offset == 0
    let record = UnsafeMutablePointer<PlanRecord>.allocate(capacity: 1)
    record.initialize(
      to: PlanRecord(
        type: type, token: token, steps: immortal(steps), count: steps.count,
        paths: immortal(paths), denseSize: isDense ? steps[0].count : -1,
        isExistential: isExistential(type)))
    return UnsafePointer(record)
  }

  /// A class-bound existential is encoded as a reference, without a type.
  private func isExistential(_ type: Any.Type) -> Bool {
    let kinds: [MetadataKind] = [.existential, .extendedExistential]
    let layouts: [MetadataExistentialLayout] = [.error, .inline]
    return kinds.contains(MetadataKind(type))
      && layouts.contains(RuntimeMetadata(type).existentialLayout)
  }

  private func immortal<Element>(_ array: [Element]) -> UnsafePointer<Element> {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(1, array.count))
    memory.initialize(from: array, count: array.count)
    return UnsafePointer(memory)
  }

  private mutating func append(
    _ operation: StructuralStep.Operation, _ offset: Int, _ count: Int = 0, extent: Int = 0,
    detail: UnsafeRawPointer? = nil, path: String
  ) {
    steps.append(
      StructuralStep(
        operation: operation, offset: offset, count: count, extent: extent, detail: detail))
    paths.append(path)
  }

  private mutating func copy(_ count: Int, at offset: Int, path: String) {
    guard count > 0 else { return }
    if let last = steps.last, last.operation == .copy, last.offset + last.count == offset {
      steps[steps.count - 1].count += count
      steps[steps.count - 1].extent += count
    } else {
      append(.copy, offset, count, extent: count, path: path)
    }
  }

  private mutating func add(_ field: StoredField, base: Int, path: String) {
    let inner = path.isEmpty ? field.name : "\(path).\(field.name)"
    let offset = base + field.offset
    switch field.ownership {
    case .strong: add(field.type, offset: offset, path: inner)
    case .weak: append(.weakReference, offset, path: inner)
    case .unowned: append(.reference, offset, 8, path: inner)
    }
  }
}

// MARK: - Kinds of types

extension StructuralPlanner {
  /// Types that are not walked field by field.
  private mutating func addKnown(_ type: Any.Type, offset: Int, path: String) -> Bool {
    let size = RuntimeMetadata(type).witnesses.pointee.size
    if type == String.self || type == _StringGuts.self {
      append(.string, offset, extent: size, path: path)
    } else if type == String?.self {
      append(.optionalString, offset, extent: size, path: path)
    } else if type == Substring.self {
      append(.substring, offset, extent: size, path: path)
    } else if type == StaticString.self {
      append(.staticString, offset, extent: size, path: path)
    } else if type is any OpaqueIdentifier.Type {
      append(.identifier, offset, path: path)
    } else if let container = type as? any StructuralContainer.Type {
      let plan = UnsafeMutablePointer<ContainerPlan>.allocate(capacity: 1)
      plan.initialize(to: ContainerPlan(container))
      append(
        .container, offset, extent: size, detail: UnsafeRawPointer(plan), path: path)
    } else {
      return false
    }
    return true
  }

  private mutating func addStruct(_ metadata: RuntimeMetadata, offset: Int, path: String) {
    let size = metadata.witnesses.pointee.size
    let name = _typeName(metadata.type, qualified: true)
    if name.hasPrefix("Swift.SIMD3<") {
      // The fourth lane is padding.
      return copy(size / 4 * 3, at: offset, path: path)
    }
    if let operation = Self.foundationTypes[name] {
      return append(operation, offset, extent: size, detail: metadata.address, path: path)
    }
    guard let fields = metadata.storedProperties, size == 0 || !fields.isEmpty else {
      return append(.opaque, offset, size, path: path)
    }
    let mark = steps.count
    for field in fields { add(field, base: offset, path: path) }
    if name.hasPrefix("__C."), !coversExactly(size, at: offset, since: mark) {
      // A type from C may hold bit fields or unions that no record tells of.
      steps.removeSubrange(mark...)
      paths.removeSubrange(mark...)
      append(.opaque, offset, size, path: path)
    }
  }

  /// Immutable types that keep what they are in a class: compared by what they say they are.
  ///
  /// The description of a `URL` is its text and that of its base, which is all there is to it.
  private static let foundationTypes: [String: StructuralStep.Operation] = [
    "Foundation.Data": .bytes, "FoundationEssentials.Data": .bytes,
    "Foundation.URL": .description, "FoundationEssentials.URL": .description,
  ]

  /// A tuple stored with a metatype in it may have been laid out without room for the metatype,
  /// which its metadata does not tell: such a tuple is not read at all.
  private mutating func addTuple(_ metadata: RuntimeMetadata, offset: Int, path: String) {
    guard !metadata.holdsConstantMetatype else {
      return append(.opaque, offset, -1, path: path)
    }
    for (_, field) in metadata.tupleElements { add(field, base: offset, path: path) }
  }

  private func coversExactly(_ size: Int, at offset: Int, since mark: Int) -> Bool {
    guard steps.count <= mark + 1, let last = steps.last, last.operation == .copy else {
      return false
    }
    return last.offset <= offset && last.offset + last.count == offset + size
  }

  private mutating func addEnum(_ metadata: RuntimeMetadata, offset: Int, path: String) {
    let size = metadata.witnesses.pointee.size
    guard let plan = EnumPlan(metadata) else {
      return append(.opaque, offset, size, path: path)
    }
    if metadata.payloadCaseCount == 0 {
      // Only a tag is stored, all of its bits defined.
      return copy(size, at: offset, path: path)
    }
    let memory = UnsafeMutablePointer<EnumPlan>.allocate(capacity: 1)
    memory.initialize(to: plan)
    append(.enumeration, offset, extent: size, detail: UnsafeRawPointer(memory), path: path)
  }

  private mutating func addBuiltin(_ metadata: RuntimeMetadata, offset: Int, path: String) {
    let size = metadata.witnesses.pointee.size
    let name = _typeName(metadata.type, qualified: true)
    if name == "Builtin.FPIEEE80" {
      copy(10, at: offset, path: path)
    } else if ["Builtin.Int", "Builtin.FP", "Builtin.Vec"].contains(where: name.hasPrefix) {
      copy(size, at: offset, path: path)
    } else if name == "Builtin.RawPointer" {
      append(.pointer, offset, size, path: path)
    } else if name.hasSuffix("Object") {
      append(.reference, offset, size, path: path)
    } else {
      append(.opaque, offset, size, path: path)
    }
  }

  private mutating func addExistential(_ metadata: RuntimeMetadata, offset: Int, path: String) {
    let size = metadata.witnesses.pointee.size
    switch metadata.existentialLayout {
    case .error: append(.error, offset, extent: size, path: path)
    case .reference: append(.reference, offset, 8, path: path)
    case .metatype: append(.metatype, offset, path: path)
    case .inline: append(.opaqueExistential, offset, extent: size, path: path)
    case .unknown: append(.opaque, offset, size, path: path)
    }
  }

  /// The metatype of a struct, an enum or the like is the only value of its type, and often takes
  /// no room; that of a class may be a subclass's.
  private mutating func addMetatype(_ metadata: RuntimeMetadata, offset: Int, path: String) {
    if metadata.constantMetatype == nil { append(.metatype, offset, path: path) }
  }

  private mutating func addFixedArray(_ metadata: RuntimeMetadata, offset: Int, path: String) {
    let count = max(0, (metadata.address + 8).load(as: Int.self))
    let element = RuntimeMetadata(
      address: (metadata.address + 16).load(as: UnsafeRawPointer.self))
    append(
      .fixedArray, offset, count, extent: metadata.witnesses.pointee.size,
      detail: UnsafeRawPointer(PlanSlot.make(element.type)), path: path)
  }
}
