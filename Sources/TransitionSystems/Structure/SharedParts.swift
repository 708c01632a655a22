/// Makes equal arrays, sets and dictionaries in values of one type the same object.
///
/// Many values that a search keeps differ in a part each and share the rest. Once equal parts are
/// one object, they take little memory, lie in the processor's caches when they are read again, and
/// are found equal by where they lie. This is hash consing (A. P. Ershov, "On programming of
/// arithmetic operations", 1958), with a table that forgets: of all parts that have one place in
/// it, it keeps the last.
///
/// Equal is what is encoded alike with nothing noticed: whatever tells two configurations apart
/// does not tell such parts apart.
package final class SharedParts {
  /// A stored property that is an array, a set or a dictionary.
  private struct Part {
    /// Its step in the plan.
    let step: Int
    let offset: Int
    let plainArray: PlainArray?
    var looks = 0
    var finds = 0

    /// Whether so few were found that it is not worth while to look for more.
    var isInVain: Bool { looks >= 1_024 && finds &* 8 < looks }
  }

  private struct Entry {
    var fingerprint: UInt64 = 0
    /// What is kept; nil for nothing.
    var object: UnsafeRawPointer?
  }

  private let record: UnsafePointer<PlanRecord>
  private let parts: UnsafeMutableBufferPointer<Part>
  /// By part and fingerprint.
  private let entries: UnsafeMutablePointer<Entry>
  /// By part and address: what was looked for of late. Only compared, for it may be gone.
  private let recent: UnsafeMutablePointer<UnsafeRawPointer?>
  @exclusivity(unchecked) private var encoder = StructuralEncoder()

  /// The parts of one property that are kept at most: a power of two.
  private static var bits: UInt64 { 12 }

  package init(_ plan: ErasedPlan) {
    let record = plan.reference.record
    let found = (0..<record.pointee.count).compactMap { index -> Part? in
      let step = record.pointee.steps[index]
      guard step.operation == .container, let detail = step.detail,
        step.extent == MemoryLayout<UnsafeRawPointer>.size,
        detail.load(as: ContainerPlan.self).storage != nil
      else { return nil }
      return Part(step: index, offset: step.offset, plainArray: PlainArray(step))
    }
    self.record = record
    parts = .allocate(capacity: found.count)
    _ = parts.initialize(from: found)
    let count = found.count << Int(Self.bits)
    entries = .allocate(capacity: count)
    entries.initialize(repeating: Entry(), count: count)
    recent = .allocate(capacity: count)
    recent.initialize(repeating: nil, count: count)
  }

  deinit {
    for index in 0..<parts.count << Int(Self.bits) { entries[index].object.map(HeapObject.release) }
    parts.deallocate()
    entries.deallocate()
    recent.deallocate()
  }

  /// Lets the parts of a value be what is kept, or keeps them.
  ///
  /// Complexity: linear in the parts that are not known by their addresses.
  package func share(_ value: UnsafeMutableRawPointer) {
    for index in parts.indices {
      share(index, at: value + parts[index].offset).map(HeapObject.release)
    }
  }

  /// Lets a part that lies somewhere be what is kept, or keeps it.
  ///
  /// - Returns: What lay there, with the reference to it, where something else does now.
  func share(_ index: Int, at place: UnsafeMutableRawPointer) -> UnsafeRawPointer? {
    if parts[index].isInVain { return nil }
    let object = place.load(as: UnsafeRawPointer.self)
    if recent[slot(index, at: object)] == object { return nil }
    let shared = shared(index, object)
    recent[slot(index, at: shared)] = shared
    if shared == object { return nil }
    HeapObject.retain(shared)
    place.storeBytes(of: shared, as: UnsafeRawPointer.self)
    return object
  }

  /// The object that is kept for those that equal a part: the part itself if none was.
  private func shared(_ index: Int, _ object: UnsafeRawPointer) -> UnsafeRawPointer {
    guard let fingerprint = fingerprint(of: object, index) else { return object }
    parts[index].looks &+= 1
    let entry = entries + slot(index, fingerprint)
    if let kept = entry.pointee.object, entry.pointee.fingerprint == fingerprint,
      isEqual(kept, object, index)
    {
      parts[index].finds &+= 1
      return kept
    }
    HeapObject.retain(object)
    entry.pointee.object.map(HeapObject.release)
    entry.pointee = Entry(fingerprint: fingerprint, object: object)
    return object
  }

  /// The fingerprint of a part; nil where something was noticed in it.
  private func fingerprint(of object: UnsafeRawPointer, _ index: Int) -> UInt64? {
    if let array = parts[index].plainArray {
      return withUnsafePointer(to: object) {
        let elements = array.elements(at: $0)
        return structuralFingerprint(
          ofBytes: elements.start, count: elements.count &* array.stride)
      }
    }
    encoder.removeAll()
    encode(object, index)
    // What was noticed is told apart by more than its encoding.
    return encoder.hasNotices ? nil : encoder.fingerprint
  }

  /// Whether a part that is kept is encoded as the one whose fingerprint was asked for last.
  private func isEqual(
    _ kept: UnsafeRawPointer, _ object: UnsafeRawPointer, _ index: Int
  ) -> Bool {
    if let array = parts[index].plainArray {
      return withUnsafePointer(to: kept) { kept in
        withUnsafePointer(to: object) { object in
          let (one, two) = (array.elements(at: kept), array.elements(at: object))
          return one.count == two.count
            && memoryEquals(one.start, two.start, one.count &* array.stride)
        }
      }
    }
    let count = encoder.count
    encode(kept, index)
    return encoder.count == 2 &* count
      && memoryEquals(encoder.storage, encoder.storage + count, 8 &* count)
  }

  /// Appends the encoding of a part as if it lay in a value: nothing else of that is read.
  private func encode(_ object: UnsafeRawPointer, _ index: Int) {
    withUnsafePointer(to: object) {
      encoder.encode(
        step: parts[index].step, of: record, at: UnsafeRawPointer($0) - parts[index].offset)
    }
  }

  private func slot(_ part: Int, at object: UnsafeRawPointer) -> Int {
    slot(part, UInt64(UInt(bitPattern: object)) &* 0x9E37_79B9_7F4A_7C15)
  }

  private func slot(_ part: Int, _ hash: UInt64) -> Int {
    part &<< Int(Self.bits) | Int(truncatingIfNeeded: hash &>> (64 &- Self.bits))
  }
}
