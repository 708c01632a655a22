import Synchronization

/// One instruction of a plan: what to encode at an offset.
struct StructuralStep {
  enum Operation: UInt8 {
    case copy, string, optionalString, substring, staticString
    case enumeration, container, fixedArray, identifier
    case opaqueExistential, error, bytes, description
    case reference, weakReference, function, pointer, keyPath, metatype, opaque
  }

  let operation: Operation
  var offset: Int
  /// Bytes for `copy` and the other raw operations, elements for `fixedArray`.
  var count: Int = 0
  /// Bytes that decide what is encoded: where they are the same, and what they refer to is shared,
  /// so is the encoding. 0 where more than them decides.
  var extent: Int = 0
  /// The `EnumPlan`, `ContainerPlan`, `PlanSlot` or metadata that the operation needs.
  var detail: UnsafeRawPointer?

  /// Whether what it encodes is nothing but memory.
  var isPlain: Bool {
    switch operation {
    case .copy: true
    case .enumeration:
      detail?.assumingMemoryBound(to: EnumPlan.self).pointee.witnesses.pointee.isPlain ?? false
    default: false
    }
  }
}

/// How a type is encoded: made once a type, never freed, never changed after it is published.
struct PlanRecord {
  let type: Any.Type
  let token: UInt64
  let steps: UnsafePointer<StructuralStep>
  let count: Int
  /// The field path of each step, for notices.
  let paths: UnsafePointer<String>
  /// The number of bytes when the type is one unbroken run of plain bytes, else -1.
  let denseSize: Int

  /// Whether all there is to encode is an existential, whose encoding begins with a type.
  let isExistential: Bool
}

/// A published plan.
///
/// Unchecked: the record is immutable once it can be reached from two threads, and immortal.
struct PlanReference: @unchecked Sendable {
  let record: UnsafePointer<PlanRecord>
}

/// A plan that is looked up when it is first needed, which is what ends the recursion of types.
struct PlanSlot: ~Copyable {
  let type: Any.Type
  let cached = Atomic<UInt>(0)

  init(_ type: Any.Type) {
    self.type = type
  }

  static func make(_ type: Any.Type) -> UnsafeMutablePointer<PlanSlot> {
    let slot = UnsafeMutablePointer<PlanSlot>.allocate(capacity: 1)
    slot.initialize(to: PlanSlot(type))
    return slot
  }

  var plan: UnsafePointer<PlanRecord> {
    if let known = UnsafePointer<PlanRecord>(bitPattern: cached.load(ordering: .acquiring)) {
      return known
    }
    let found = PlanRegistry.plan(for: type).record
    cached.store(UInt(bitPattern: found), ordering: .releasing)
    return found
  }
}

/// How an enum is taken apart.
struct EnumPlan {
  enum Access {
    /// The payload can be read where it lies.
    case inPlace
    /// The tag shares bits with the payload: they are stripped in a bitwise copy.
    case scratch
    /// The same, but the value cannot be moved bit by bit: a true copy is made and destroyed.
    case copy
  }

  let metadata: UnsafeRawPointer
  let witnesses: UnsafePointer<ValueWitnesses>
  let enumWitnesses: EnumWitnesses
  let tags: EnumTagReader
  let access: Access
  let cases: UnsafePointer<CasePlan>
  let caseCount: Int
}

/// One case of an enum.
struct CasePlan {
  let name: String
  let payload: UnsafeMutablePointer<PlanSlot>?
  let isIndirect: Bool
  let boxOffset: Int
}

/// What an array, a set or a dictionary needs to encode its elements.
struct ContainerPlan {
  let container: any StructuralContainer.Type
  let elements: [UnsafeMutablePointer<PlanSlot>]
  /// The container, if its elements can be read where they lie; nil where only it knows.
  let native: (any NativeContainer.Type)?
  /// How they lie there.
  let storage: NativeStorage?
  let first: Element
  let second: Element

  /// The elements, or the keys, or the values.
  struct Element {
    let slot: UnsafeMutablePointer<PlanSlot>
    let stride: Int
    let alignment: Int
    /// Whether they are nothing but memory: copied as bytes, and let go by forgetting them.
    let isPlain: Bool

    init(_ slot: UnsafeMutablePointer<PlanSlot>) {
      let witnesses = RuntimeMetadata(slot.pointee.type).witnesses.pointee
      self.slot = slot
      stride = witnesses.stride
      alignment = witnesses.alignmentMask + 1
      isPlain = witnesses.isPlain
    }
  }

  init(_ container: any StructuralContainer.Type) {
    self.container = container
    elements = container.elementTypes.map(PlanSlot.make)
    native = NativeStorage.isAsAssumed ? container as? any NativeContainer.Type : nil
    storage = native?.storage
    first = Element(elements[0])
    second = Element(elements[elements.count - 1])
  }
}
