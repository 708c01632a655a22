/// What the first word of a type's metadata says the type is.
///
/// The numbers are the runtime's own, fixed by its ABI.
enum MetadataKind {
  case structure, enumeration, optional, opaque, tuple, function, existential
  case metatype, existentialMetatype, extendedExistential, fixedArray, reference, unknown

  init(_ type: Any.Type) {
    switch RuntimeMetadata(type).kindWord {
    case 0x200: self = .structure
    case 0x201: self = .enumeration
    case 0x202: self = .optional
    case 0x300: self = .opaque
    case 0x301: self = .tuple
    case 0x302: self = .function
    case 0x303: self = .existential
    case 0x304: self = .metatype
    case 0x306: self = .existentialMetatype
    case 0x307: self = .extendedExistential
    case 0x308: self = .fixedArray
    case 0, 0x203, 0x204, 0x305: self = .reference
    case let word: self = word > 0x7FF ? .reference : .unknown
    }
  }
}

/// A type's metadata record, read in place.
///
/// The layout read here is the stable ABI of Swift 5 and later on 64-bit platforms with plain (not
/// signed) code pointers; metadata is never freed, so the pointer stays good.
struct RuntimeMetadata {
  let address: UnsafeRawPointer

  init(_ type: Any.Type) {
    address = unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  init(address: UnsafeRawPointer) {
    self.address = address
  }

  var type: Any.Type { unsafeBitCast(address, to: Any.Type.self) }

  var kindWord: UInt { address.load(as: UInt.self) }

  var witnesses: UnsafePointer<ValueWitnesses> {
    (address - 8).load(as: UnsafePointer<ValueWitnesses>.self)
  }

  /// The witnesses that follow the others in an enum's table only.
  var enumWitnesses: UnsafePointer<EnumWitnesses> {
    (UnsafeRawPointer(witnesses) + MemoryLayout<ValueWitnesses>.size)
      .assumingMemoryBound(to: EnumWitnesses.self)
  }

  /// The nominal type descriptor of a struct or an enum.
  var descriptor: UnsafeRawPointer { (address + 8).load(as: UnsafeRawPointer.self) }

  /// Where the generic arguments of a struct or an enum begin.
  var genericArguments: UnsafeRawPointer { address + 16 }
}

typealias CopyWitness =
  @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer, UnsafeRawPointer)
  -> UnsafeMutableRawPointer
typealias DestroyWitness = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void
typealias TagWitness = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32
typealias InjectWitness =
  @convention(c) (UnsafeMutableRawPointer, UInt32, UnsafeRawPointer) -> Void

/// The value witness table: how values of a type are copied and destroyed.
struct ValueWitnesses {
  let initializeBufferWithCopyOfBuffer: UnsafeRawPointer
  let destroy: DestroyWitness
  let initializeWithCopy: CopyWitness
  let assignWithCopy: UnsafeRawPointer
  let initializeWithTake: UnsafeRawPointer
  let assignWithTake: UnsafeRawPointer
  let getSinglePayloadTag: UnsafeRawPointer
  let storeSinglePayloadTag: UnsafeRawPointer
  let size: Int
  let stride: Int
  let flags: UInt32
  let extraInhabitantCount: UInt32

  var alignmentMask: Int { Int(flags & 0xFF) }
  /// Whether values are nothing but memory.
  var isPlain: Bool { flags & 0x0001_0000 == 0 }
  var isStoredInline: Bool { flags & 0x0002_0000 == 0 }
  var isBitwiseTakable: Bool { flags & 0x0010_0000 == 0 }

  /// Where a value begins in a heap box: after the object's two words, aligned.
  var boxOffset: Int { (16 + alignmentMask) & ~alignmentMask }
}

/// The rest of an enum's value witness table: how values are taken apart and put together.
struct EnumWitnesses {
  let enumTag: TagWitness
  let projectPayload: DestroyWitness
  let injectTag: InjectWitness
}
