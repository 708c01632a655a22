/// The packed encoding of one value by parts, the steps of its type's plan, to encode similar values
/// by.
struct EncodedParts: ~Copyable {
  fileprivate var bytes = PackedBytes()
  /// By part: where its bytes end, and whether equal memory means equal bytes.
  fileprivate var parts: [Part] = []
  /// The bytes of the value that is encoded, until they replace those of the one before.
  fileprivate var next = PackedBytes()

  fileprivate struct Part {
    var end = 0
    var isReusable = false
    /// What is read of the step for each value.
    let offset: Int
    let extent: Int
    let plainArray: PlainArray?

    init(_ step: StructuralStep) {
      (offset, extent) = (step.offset, step.extent)
      plainArray = PlainArray(step)
    }

    /// Whether it is the same in the memory of two values.
    @inline(__always)
    func isSame(_ one: UnsafeRawPointer, _ two: UnsafeRawPointer) -> Bool {
      let (one, two) = (one + offset, two + offset)
      // A word is a container, a byte most enums.
      switch extent {
      case 8: return one.loadUnaligned(as: UInt64.self) == two.loadUnaligned(as: UInt64.self)
      case 1: return one.load(as: UInt8.self) == two.load(as: UInt8.self)
      default: return memoryEquals(one, two, extent)
      }
    }
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
    let (start, noticed) = (count, noticeKinds)
    stackStart = Self.stackAddress()
    if last == nil {
      parts.parts = (0..<record.pointee.count).map { EncodedParts.Part(record.pointee.steps[$0]) }
    }
    parts.next.count = 0
    var begin = 0
    for index in 0..<record.pointee.count {
      let part = parts.parts[index]
      if part.isReusable, let last, part.isSame(base, last) {
        parts.next.append(parts.bytes.first + begin, count: part.end &- begin)
      } else {
        noticeKinds = StructuralNoticeKinds(rawValue: 0)
        run(record, base, index..<index &+ 1)
        parts.next.pack(storage + start, count: count &- start)
        count = start
        // What was noticed is compared by more than what is in memory: as it is each time.
        parts.parts[index].isReusable = !hasNotices && part.extent > 0
      }
      begin = part.end
      parts.parts[index].end = parts.next.count
    }
    swap(&parts.bytes, &parts.next)
    noticeKinds = noticed
  }

  /// Packs the encoding of the value at an address, made from another that is still there.
  ///
  /// Where both are the same in memory, they hold the same: what they refer to is immutable as long
  /// as both do, since it is shared.
  ///
  /// - Parameter bytes: Where it is appended.
  /// - Returns: Whether it came out the same as the other's.
  mutating func pack(
    at address: UnsafeRawPointer, with plan: ErasedPlan, like base: UnsafeRawPointer,
    _ parts: borrowing EncodedParts, into bytes: inout PackedBytes
  ) -> Bool {
    let (record, source) = (plan.reference.record, UnsafeRawPointer(parts.bytes.first))
    let start = bytes.count
    /// Up to where the other's bytes are written, or other ones in their place.
    var done = 0
    var isSame = true
    stackStart = Self.stackAddress()
    parts.parts.withUnsafeBufferPointer { known in
      guard var cursor = known.baseAddress else { return }
      var begin = 0
      for index in 0..<known.count {
        // By its address: copying it would take longer than what is asked of most.
        let (part, first) = (cursor, begin)
        cursor += 1
        begin = part.pointee.end
        if part.pointee.isReusable, part.pointee.isSame(address, base) { continue }
        bytes.append(source + done, count: first &- done)
        let place = bytes.count
        if let array = part.pointee.plainArray {
          let elements = array.elements(at: address + part.pointee.offset)
          bytes.pack(UInt64(truncatingIfNeeded: elements.count))
          bytes.pack(elements.start, bytes: elements.count &* array.stride)
        } else {
          let words = count
          run(record, address, index..<index &+ 1)
          bytes.pack(storage + words, count: count &- words)
          count = words
        }
        isSame =
          isSame && place &- start == first && bytes.count &- place == begin &- first
          && memoryEquals(bytes.first + place, source + first, begin &- first)
        done = begin
      }
    }
    if isSame { return true }
    bytes.append(source + done, count: parts.bytes.count &- done)
    return false
  }
}
