/// The encoding of one value by parts, the steps of its type's plan, to encode similar values by.
struct EncodedParts: ~Copyable {
  fileprivate var words: UnsafeMutablePointer<UInt64>
  private var capacity = 64
  /// By part: where its words end, and whether equal memory means equal words.
  fileprivate var parts: [Part] = []

  struct Part {
    var end: Int
    var isReusable: Bool
  }

  init() { words = .allocate(capacity: capacity) }

  deinit { words.deallocate() }

  fileprivate mutating func keep(_ source: UnsafePointer<UInt64>, count: Int) {
    if count > capacity {
      words.deallocate()
      capacity = 2 * count
      words = .allocate(capacity: capacity)
    }
    words.update(from: source, count: count)
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
      parts.parts = Array(
        repeating: EncodedParts.Part(end: 0, isReusable: false), count: record.pointee.count)
    }
    var begin = 0
    for index in 0..<record.pointee.count {
      let part = parts.parts[index]
      let step = record.pointee.steps[index]
      if part.isReusable, let last, isSame(step, base, last) {
        appendCopy(of: parts.words + begin, count: part.end &- begin)
      } else {
        noticeKinds = StructuralNoticeKinds(rawValue: 0)
        run(record, base, index..<index &+ 1)
        // What was noticed is compared by more than what is in memory: as it is each time.
        parts.parts[index].isReusable = !hasNotices && step.extent > 0
      }
      begin = part.end
      parts.parts[index].end = count &- start
    }
    parts.keep(storage + start, count: count &- start)
    (count, noticeKinds) = (start, noticed)
  }

  /// Appends the encoding of the value at an address, made from another that is still there.
  ///
  /// Where both are the same in memory, they hold the same: what they refer to is immutable as long
  /// as both do, since it is shared.
  ///
  /// - Returns: Whether it came out the same as the other's.
  mutating func encode(
    at address: UnsafeRawPointer, with plan: ErasedPlan, like base: UnsafeRawPointer,
    _ parts: borrowing EncodedParts
  ) -> Bool {
    let record = plan.reference.record
    let start = count
    var isSame = true
    stackStart = Self.stackAddress()
    let (steps, number) = (record.pointee.steps, record.pointee.count)
    parts.parts.withUnsafeBufferPointer { known in
      var index = 0
      var begin = 0
      while index < number {
        // A stretch of parts that are the same is copied at once.
        let from = begin
        while index < number, known[index].isReusable, self.isSame(steps[index], address, base) {
          begin = known[index].end
          index &+= 1
        }
        appendCopy(of: parts.words + from, count: begin &- from)
        guard index < number else { break }
        let place = count
        run(record, address, index..<index &+ 1)
        let (first, end) = (begin, known[index].end)
        isSame =
          isSame && place &- start == first && count &- place == end &- first
          && memoryEquals(storage + place, parts.words + first, (end &- first) &<< 3)
        begin = end
        index &+= 1
      }
    }
    return isSame
  }

  @inline(__always)
  private func isSame(
    _ step: StructuralStep, _ one: UnsafeRawPointer, _ two: UnsafeRawPointer
  ) -> Bool {
    // Containers are of one word.
    step.extent == 8
      ? one.loadUnaligned(fromByteOffset: step.offset, as: UInt64.self)
        == two.loadUnaligned(fromByteOffset: step.offset, as: UInt64.self)
      : memoryEquals(one + step.offset, two + step.offset, step.extent)
  }

  @inline(__always)
  private mutating func appendCopy(of words: UnsafePointer<UInt64>, count more: Int) {
    if more == 0 { return }
    reserve(more)
    let target = storage + count
    if more <= 8 {
      for index in 0..<more { target[index] = words[index] }
    } else {
      target.update(from: words, count: more)
    }
    count &+= more
  }
}
