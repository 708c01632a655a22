/// The encoding of one value by parts, the steps of its type's plan, to encode similar values by.
struct EncodedParts: ~Copyable {
  private(set) var words: UnsafeMutablePointer<UInt64>
  private var capacity = 64
  /// By part: where its words end, and whether equal memory means equal words.
  private(set) var parts: [Part] = []

  struct Part {
    let end: Int
    let isReusable: Bool
  }

  init() { words = .allocate(capacity: capacity) }

  deinit { words.deallocate() }

  fileprivate mutating func removeAll() { parts.removeAll(keepingCapacity: true) }

  fileprivate mutating func append(_ part: Part) { parts.append(part) }

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
}

extension StructuralEncoder {
  /// Encodes the value at an address by parts, and appends nothing.
  mutating func encode(
    at base: UnsafeRawPointer, with plan: ErasedPlan, into parts: inout EncodedParts
  ) {
    let record = plan.reference.record
    let start = count
    let noticed = noticeKinds
    stackStart = Self.stackAddress()
    parts.removeAll()
    for index in 0..<record.pointee.count {
      noticeKinds = []
      run(record, base, index..<index &+ 1)
      // What was noticed is compared by more than what is in memory: as it is each time.
      let isReusable = noticeKinds.isEmpty && record.pointee.steps[index].extent > 0
      parts.append(EncodedParts.Part(end: count &- start, isReusable: isReusable))
    }
    parts.keep(storage + start, count: count &- start)
    count = start
    noticeKinds = noticed
  }

  /// Appends the encoding of the value at an address, made from another that is still there.
  ///
  /// Where both are the same in memory, they hold the same: what they refer to is immutable as long
  /// as both do, since it is shared.
  mutating func encode(
    at address: UnsafeRawPointer, with plan: ErasedPlan, like base: UnsafeRawPointer,
    _ parts: borrowing EncodedParts
  ) {
    let record = plan.reference.record
    stackStart = Self.stackAddress()
    var index = 0
    var begin = 0
    let number = record.pointee.count
    while index < number {
      // A stretch of parts that are the same is copied at once.
      let from = begin
      while index < number, parts.parts[index].isReusable,
        isSame(record.pointee.steps[index], address, base)
      {
        begin = parts.parts[index].end
        index &+= 1
      }
      appendCopy(of: parts.words + from, count: begin &- from)
      guard index < number else { return }
      run(record, address, index..<index &+ 1)
      begin = parts.parts[index].end
      index &+= 1
    }
  }

  @inline(__always)
  private func isSame(
    _ step: StructuralStep, _ one: UnsafeRawPointer, _ two: UnsafeRawPointer
  ) -> Bool {
    memoryEquals(one + step.offset, two + step.offset, step.extent)
  }

  @inline(__always)
  private mutating func appendCopy(of words: UnsafePointer<UInt64>, count more: Int) {
    if more == 0 { return }
    reserve(more)
    (storage + count).update(from: words, count: more)
    count &+= more
  }
}
