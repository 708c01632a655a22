/// An array, a set or a dictionary of elements that are nothing but memory, by where its storage
/// lies: what is in it can be compared and copied as bytes.
struct PlainContainer {
  private let storage: NativeStorage
  /// The elements, or the keys; and the values, where there are any.
  private let first: Layout
  private let second: Layout
  private let type: any NativeContainer.Type

  private struct Layout {
    let stride: Int
    let alignment: Int

    @inline(__always)
    func start(from offset: Int) -> Int { (offset &+ alignment &- 1) & ~(alignment &- 1) }
  }

  /// More bytes than these are not copied where they could be shared.
  private static var limit: Int { 512 }

  /// Nil where a step encodes anything else.
  init?(_ step: StructuralStep) {
    guard step.operation == .container,
      let plan = step.detail?.assumingMemoryBound(to: ContainerPlan.self),
      let native = plan.pointee.native
    else { return nil }
    let elements = [plan.pointee.first, plan.pointee.second]
    guard elements.allSatisfy({ $0.isPlain && $0.stride > 0 }) else { return nil }
    let layouts = elements.map { Layout(stride: $0.stride, alignment: $0.alignment) }
    (type, storage) = (native, native.storage)
    first = layouts[0]
    second = storage == .dictionary ? layouts[1] : Layout(stride: 0, alignment: 1)
  }

  /// Whether two hold the same in the same places.
  @inline(__always)
  func isSame(_ one: UnsafeRawPointer, _ two: UnsafeRawPointer) -> Bool {
    if one == two { return true }
    switch storage {
    case .array:
      let count = one.load(fromByteOffset: NativeLayout.count, as: Int.self)
      let start = first.start(from: NativeLayout.elements)
      return count == two.load(fromByteOffset: NativeLayout.count, as: Int.self)
        && memoryEquals(one + start, two + start, count &* first.stride)
    case .set, .dictionary: return isSameTable(one, two)
    }
  }

  @inline(__always)
  private func isSameTable(_ one: UnsafeRawPointer, _ two: UnsafeRawPointer) -> Bool {
    let table = table(two)
    guard one.load(fromByteOffset: NativeLayout.count, as: Int.self) == table.count,
      one.load(fromByteOffset: NativeLayout.scale, as: Int8.self) == table.scale,
      memoryEquals(one + (table.bitmap - two), table.bitmap, table.bitmapBytes)
    else { return false }
    // An empty one may have no memory for elements.
    if table.count == 0 { return true }
    return memoryEquals(
      Self.elements(of: one, at: NativeLayout.keys), table.keys, table.buckets &* first.stride)
      && (second.stride == 0
        || memoryEquals(
          Self.elements(of: one, at: NativeLayout.values), table.values,
          table.buckets &* second.stride))
  }

  /// Sets a bit for each of some containers that differs from another.
  ///
  /// - Parameters:
  ///   - places: Where the first reference to one lies; the next is `stride` bytes on.
  ///   - base: Where the reference to the other lies.
  func findChanges(
    _ places: UnsafeRawPointer, _ number: Int, _ stride: Int, _ base: UnsafeRawPointer,
    _ bit: UInt64, _ masks: UnsafeMutablePointer<UInt64>
  ) {
    let base = base.load(as: UnsafeRawPointer.self)
    for index in 0..<number {
      let own = places.load(fromByteOffset: index &* stride, as: UnsafeRawPointer.self)
      masks[index] |= isSame(own, base) ? 0 : bit
    }
  }

  /// Makes containers hold the same as another, in the same places, and where that is possible
  /// without any memory made or freed.
  ///
  /// - Parameters:
  ///   - other: Storage of a container.
  ///   - places: Where the first reference to one of the containers lies, the next `stride` bytes
  ///     on; nil where there is none yet.
  func copy(
    _ other: UnsafeRawPointer, to places: UnsafeMutableRawPointer, _ number: Int, stride: Int
  ) {
    switch storage {
    case .array:
      let count = other.load(fromByteOffset: NativeLayout.count, as: Int.self)
      let (bytes, start) = (count &* first.stride, first.start(from: NativeLayout.elements))
      for index in 0..<number {
        let place = places + index &* stride
        if let own = Self.unshared(at: place), bytes <= Self.limit,
          count <= own.load(fromByteOffset: NativeLayout.capacity, as: UInt.self) &>> 1
        {
          own.storeBytes(of: count, toByteOffset: NativeLayout.count, as: Int.self)
          Self.copy(other + start, to: own + start, bytes)
        } else {
          replace(place, by: other)
        }
      }
    case .set, .dictionary:
      let table = table(other)
      let isShort = table.buckets &* (first.stride &+ second.stride) <= Self.limit
      for index in 0..<number {
        let place = places + index &* stride
        if isShort, let own = Self.unshared(at: place),
          own.load(fromByteOffset: NativeLayout.scale, as: Int8.self) == table.scale
            || fit(own, to: table)
        {
          copy(table, of: other, into: own)
        } else {
          replace(place, by: other)
        }
      }
    }
  }

  /// The object that is referred to at an address, if from nowhere else.
  @inline(__always)
  private static func unshared(at place: UnsafeRawPointer) -> UnsafeMutableRawPointer? {
    guard let own = place.load(as: UnsafeMutableRawPointer?.self), HeapObject.isUnshared(own) else {
      return nil
    }
    return own
  }

  @inline(__always)
  private func copy(
    _ table: NativeTable, of other: UnsafeRawPointer, into own: UnsafeMutableRawPointer
  ) {
    // The count and the capacity, then the scale, the age and the seed.
    let header = other.loadUnaligned(fromByteOffset: NativeLayout.count, as: SIMD4<UInt64>.self)
    own.storeBytes(of: header, toByteOffset: NativeLayout.count, as: SIMD4<UInt64>.self)
    Self.copy(table.bitmap, to: own + (table.bitmap - other), table.bitmapBytes)
    if table.count == 0 { return }
    Self.copy(
      table.keys, to: Self.elements(of: own, at: NativeLayout.keys), table.buckets &* first.stride)
    if second.stride > 0 {
      Self.copy(
        table.values, to: Self.elements(of: own, at: NativeLayout.values),
        table.buckets &* second.stride)
    }
  }

  /// Few bytes mostly: for those a call would take longer.
  @inline(__always)
  private static func copy(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ bytes: Int
  ) {
    if bytes < 8 || bytes > 64 { return target.copyMemory(from: source, byteCount: bytes) }
    var offset = 0
    while offset &+ 8 < bytes {
      target.storeBytes(
        of: source.loadUnaligned(fromByteOffset: offset, as: UInt64.self), toByteOffset: offset,
        as: UInt64.self)
      offset &+= 8
    }
    target.storeBytes(
      of: source.loadUnaligned(fromByteOffset: bytes &- 8, as: UInt64.self),
      toByteOffset: bytes &- 8, as: UInt64.self)
  }

  /// Lays a table out for as many buckets as another has; returns whether there is room.
  private func fit(_ own: UnsafeMutableRawPointer, to other: NativeTable) -> Bool {
    let bitmap = table(own).bitmap - UnsafeRawPointer(own)
    let keys = first.start(from: bitmap + other.bitmapBytes)
    let values = second.start(from: keys + other.buckets * first.stride)
    guard values + other.buckets * second.stride <= HeapObject.usableSize(own) else { return false }
    own.storeBytes(of: own + keys, toByteOffset: NativeLayout.keys, as: UnsafeRawPointer.self)
    if second.stride > 0 {
      own.storeBytes(of: own + values, toByteOffset: NativeLayout.values, as: UnsafeRawPointer.self)
    }
    return true
  }

  /// Lets go of what is referred to at an address, and refers to storage with the same in it as
  /// another; to new storage, unless that is long or empty.
  @inline(never)
  private func replace(_ place: UnsafeMutableRawPointer, by other: UnsafeRawPointer) {
    HeapObject.retain(other)
    place.load(as: UnsafeRawPointer?.self).map(HeapObject.release)
    place.storeBytes(of: other, as: UnsafeRawPointer.self)
    let count = other.load(fromByteOffset: NativeLayout.count, as: Int.self)
    guard count > 0, elementBytes(other) <= Self.limit else { return }
    type.makeUnshared(at: place)
    // In free buckets too, or it would not be found the same.
    if storage != .array, let own = Self.unshared(at: place) {
      copy(table(other), of: other, into: own)
    }
  }

  private func elementBytes(_ object: UnsafeRawPointer) -> Int {
    switch storage {
    case .array: object.load(fromByteOffset: NativeLayout.count, as: Int.self) &* first.stride
    case .set, .dictionary: table(object).buckets * (first.stride + second.stride)
    }
  }

  @inline(__always)
  private func table(_ object: UnsafeRawPointer) -> NativeTable {
    storage == .set ? NativeTable(ofSet: object) : NativeTable(ofDictionary: object)
  }

  @inline(__always)
  private static func elements(
    of object: UnsafeRawPointer, at offset: Int
  ) -> UnsafeMutableRawPointer {
    object.load(fromByteOffset: offset, as: UnsafeMutableRawPointer.self)
  }
}

extension PlainContainer {
  /// Whether storage can be written as it is here, which is tried with samples: what is not as
  /// assumed would be found out too late.
  static let isWrittenAsAssumed: Bool = {
    let (few, many) = (0..<3, 0..<20)
    return NativeStorage.isAsAssumed && HeapObject.countsAsAssumed
      && isCopied(few.map { UInt8($0) }, many.map { UInt8($0) })
      && isCopied(ContiguousArray(few.map { Double($0) }), ContiguousArray(many.map { Double($0) }))
      && isCopied(Set(few.map { UInt16($0) }), Set(many.map { UInt16($0) }))
      && isCopied(Set(few.map { UInt64($0) }), Set(many.map { UInt64($0) }))
      && isCopied(table(few) { UInt8($0) }, table(many) { UInt8($0) })
      && isCopied(table(few) { UInt64($0) }, table(many) { UInt64($0) })
  }()

  private static func table<Value>(
    _ keys: Range<Int>, _ value: (Int) -> Value
  ) -> [UInt16: Value] {
    Dictionary(uniqueKeysWithValues: keys.map { (UInt16($0), value($0)) })
  }

  /// Whether one becomes like another, and then like itself again, and stays where it is.
  private static func isCopied<Container: Collection & Equatable>(
    _ few: Container, _ many: Container
  ) -> Bool {
    let record = ErasedPlan(of: Container.self).reference.record
    guard let plain = PlainContainer(record.pointee.steps[0]) else { return false }
    let place = UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8)
    defer { place.deallocate() }
    place.storeBytes(of: nil, as: UnsafeRawPointer?.self)
    defer { place.load(as: UnsafeRawPointer?.self).map(HeapObject.release) }
    func becomes(_ sample: Container) -> UnsafeRawPointer? {
      withUnsafeBytes(of: sample) {
        plain.copy($0.load(as: UnsafeRawPointer.self), to: place, 1, stride: 8)
      }
      let copy = place.assumingMemoryBound(to: Container.self)
      guard copy.pointee == sample, copy.pointee.count == sample.count else { return nil }
      return place.load(as: UnsafeRawPointer.self)
    }
    guard let object = becomes(many) else { return false }
    return becomes(few) == object && becomes(many) == object
  }
}
