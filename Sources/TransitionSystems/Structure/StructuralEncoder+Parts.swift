/// The packed encoding of one value by parts, the steps of its type's plan, to encode similar values
/// by.
struct EncodedParts: ~Copyable {
  fileprivate var bytes = PackedBytes()
  /// By part: where its bytes end, and whether equal memory means equal bytes.
  fileprivate var parts = UnsafeMutableBufferPointer<Part>(start: nil, count: 0)
  /// The bytes of the value that is encoded, until they replace those of the one before.
  fileprivate var next = PackedBytes()

  deinit { parts.deallocate() }

  fileprivate struct Part {
    var end = 0
    var isReusable = false
    /// What is read of the step for each value.
    let offset: Int
    let extent: Int
    let plainArray: PlainArray?
    let container: PlainContainer?

    init(_ step: StructuralStep) {
      (offset, extent) = (step.offset, step.extent)
      plainArray = PlainArray(step)
      container = PlainContainer(step)
    }

    /// Whether it is the same in the memory of two values, and in that of its elements.
    @inline(__always)
    func isSame(_ one: UnsafeRawPointer, _ two: UnsafeRawPointer) -> Bool {
      let (one, two) = (one + offset, two + offset)
      // A word is a container, a byte most enums.
      switch extent {
      case 8:
        if one.loadUnaligned(as: UInt64.self) == two.loadUnaligned(as: UInt64.self) { return true }
        guard let container else { return false }
        return container.isSame(
          one.load(as: UnsafeRawPointer.self), two.load(as: UnsafeRawPointer.self))
      case 1: return one.load(as: UInt8.self) == two.load(as: UInt8.self)
      default: return memoryEquals(one, two, extent)
      }
    }
  }
}

extension EncodedParts {
  fileprivate var count: Int { parts.count }

  @inline(__always)
  fileprivate func address(of index: Int) -> UnsafeMutablePointer<Part> {
    parts.baseAddress.unsafelyUnwrapped + index
  }

  /// Begins with a type, none of whose values is encoded yet.
  fileprivate mutating func begin(_ record: UnsafePointer<PlanRecord>) {
    parts.deallocate()
    parts = .allocate(capacity: record.pointee.count)
    _ = parts.initialize(
      from: (0..<record.pointee.count).map { Part(record.pointee.steps[$0]) })
  }
}

extension ErasedPlan {
  /// The bytes of a value, if all there is to it is one copy of them, else -1.
  var denseSize: Int { reference.record.pointee.denseSize }

  /// The bytes that every value is encoded in, if all there is to it is one copy of them.
  package var fixedSize: Int? { denseSize >= 0 ? denseSize : nil }
}

extension StructuralEncoder {
  /// Encodes the value at an address by parts, and appends nothing.
  ///
  /// - Parameter last: Where the value lies whose parts are there already; nil where none are.
  mutating func encode(
    at base: UnsafeRawPointer, with plan: ErasedPlan, like last: UnsafeRawPointer?,
    into parts: inout EncodedParts
  ) {
    let record = plan.reference.record
    let noticed = noticeKinds
    stackStart = Self.stackAddress()
    if last == nil { parts.begin(record) }
    parts.next.count = 0
    var begin = 0
    for index in 0..<record.pointee.count {
      // By its address: copying it would take longer than what is asked of most.
      let part = parts.address(of: index)
      let end = part.pointee.end
      if part.pointee.isReusable, let last, part.pointee.isSame(base, last) {
        parts.next.append(parts.bytes.first + begin, count: end &- begin)
      } else {
        noticeKinds = StructuralNoticeKinds(rawValue: 0)
        pack(index, of: record, part, at: base, into: &parts.next)
        // What was noticed is compared by more than what is in memory: as it is each time.
        part.pointee.isReusable = !hasNotices && part.pointee.extent > 0
      }
      begin = end
      part.pointee.end = parts.next.count
    }
    swap(&parts.bytes, &parts.next)
    noticeKinds = noticed
  }

  /// Packs the encoding of one part of the value at an address.
  @inline(__always)
  private mutating func pack(
    _ index: Int, of record: UnsafePointer<PlanRecord>, _ part: UnsafePointer<EncodedParts.Part>,
    at address: UnsafeRawPointer, into bytes: inout PackedBytes
  ) {
    if let array = part.pointee.plainArray {
      let elements = array.elements(at: address + part.pointee.offset)
      bytes.pack(UInt64(truncatingIfNeeded: elements.count))
      bytes.pack(elements.start, bytes: elements.count &* array.stride)
    } else {
      let start = count
      run(record, address, index..<index &+ 1)
      bytes.pack(storage + start, count: count &- start)
      count = start
    }
  }

  /// Packs the encoding of the value at an address, made from another that is still there.
  ///
  /// - Parameters:
  ///   - changed: The parts that may differ: what `findChanges` found.
  ///   - bytes: Where it is appended.
  /// - Returns: Whether it came out the same as the other's.
  mutating func pack(
    at address: UnsafeRawPointer, with plan: ErasedPlan, like base: UnsafeRawPointer,
    _ parts: borrowing EncodedParts, changed: UInt64, into bytes: inout PackedBytes
  ) -> Bool {
    if changed == 0 { return true }
    let (record, source) = (plan.reference.record, UnsafeRawPointer(parts.bytes.first))
    let start = bytes.count
    /// Up to where the other's bytes are written, or other ones in their place.
    var done = 0
    var isSame = true
    stackStart = Self.stackAddress()
    let number = parts.count
    var rest = changed
    var index = 0
    while true {
      if index < EncodedParts.lastBit {
        if rest == 0 { break }
        index = rest.trailingZeroBitCount
        rest &= rest &- 1
      } else {
        // All that are left share one bit.
        index &+= 1
        if index == number { break }
      }
      let part = UnsafePointer(parts.address(of: index))
      if index >= EncodedParts.lastBit, part.pointee.isReusable,
        part.pointee.isSame(address, base)
      {
        continue
      }
      let begin = index > 0 ? (part - 1).pointee.end : 0
      bytes.append(source + done, count: begin &- done)
      done = part.pointee.end
      let place = bytes.count
      pack(index, of: record, part, at: address, into: &bytes)
      isSame =
        isSame && place &- start == begin && bytes.count &- place == done &- begin
        && memoryEquals(bytes.first + place, source + begin, done &- begin)
    }
    if isSame { return true }
    bytes.append(source + done, count: parts.bytes.count &- done)
    return false
  }
}

extension EncodedParts {
  /// The bit of all parts that have none of their own.
  fileprivate static var lastBit: Int { 63 }

  /// Finds which parts of some values differ from those of the value that is encoded.
  ///
  /// Where both are the same in memory, they hold the same: what they refer to is immutable as long
  /// as both do, since it is shared.
  ///
  /// - Parameters:
  ///   - base: Where the value lies that is encoded.
  ///   - masks: Becomes a bit for each part of each value, set where it may differ.
  func findChanges(
    _ values: UnsafeRawPointer, count: Int, stride: Int, unlike base: UnsafeRawPointer,
    into masks: UnsafeMutablePointer<UInt64>
  ) {
    masks.update(repeating: 0, count: count)
    for index in 0..<parts.count {
      let bit: UInt64 = 1 &<< UInt64(min(index, Self.lastBit))
      address(of: index).pointee.findChanges(values, count, stride, base, bit, masks)
    }
  }
}

extension EncodedParts.Part {
  @inline(__always)
  fileprivate func findChanges(
    _ values: UnsafeRawPointer, _ count: Int, _ stride: Int, _ base: UnsafeRawPointer,
    _ bit: UInt64, _ masks: UnsafeMutablePointer<UInt64>
  ) {
    let (values, base) = (values + offset, base + offset)
    if !isReusable {
      for index in 0..<count { masks[index] |= bit }
    } else if let container {
      container.findChanges(values, count, stride, base, bit, masks)
    } else if extent == 1 {
      let own = base.load(as: UInt8.self)
      for index in 0..<count {
        let other = values.load(fromByteOffset: index &* stride, as: UInt8.self)
        masks[index] |= other == own ? 0 : bit
      }
    } else {
      for index in 0..<count where !memoryEquals(values + index &* stride, base, extent) {
        masks[index] |= bit
      }
    }
  }
}
