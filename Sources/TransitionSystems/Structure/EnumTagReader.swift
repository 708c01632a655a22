/// Reads the tag of an enum's values by their address.
package struct EnumTagReader: @unchecked Sendable {
  // Unchecked: metadata and its witnesses are immutable and immortal.
  private let metadata: UnsafeRawPointer
  private let read: TagWitness
  /// Where the tag lies by itself; nil where only the enum's own code finds it.
  private let layout: Layout?

  /// How enums are stored that have a byte for the tag behind the payload.
  private struct Layout {
    /// The tags of cases with a payload come first.
    let payloadCases: Int
    let offset: Int
  }

  /// A reader for a type; nil where it is no enum.
  package init?<Value>(of type: Value.Type) {
    guard [.enumeration, .optional].contains(MetadataKind(type)) else { return nil }
    self.init(RuntimeMetadata(type))
  }

  /// A reader for an enum.
  init(_ metadata: RuntimeMetadata) {
    self.metadata = metadata.address
    read = metadata.enumWitnesses.pointee.enumTag
    layout = Self.layout(of: metadata)
  }

  /// The tag of the value at an address.
  @inline(__always)
  func tag(at address: UnsafeRawPointer) -> Int {
    guard let layout else { return Int(read(address, metadata)) }
    let tag = Int(address.load(fromByteOffset: layout.offset, as: UInt8.self))
    if tag < layout.payloadCases { return tag }
    // The payload is eight bytes at most, and the tag lies behind it.
    var number: UInt64 = 0
    for byte in 0..<min(layout.offset, 4) {
      number |= UInt64(address.load(fromByteOffset: byte, as: UInt8.self)) &<< UInt64(8 &* byte)
    }
    return layout.payloadCases &+ Int(number)
  }

  /// The tags of values that lie one after the other are counted.
  ///
  /// - Parameters:
  ///   - counts: By tag: is increased by how many values have it.
  ///   - marks: By value: whether it is to be counted among `marked`, too.
  package func count(
    _ first: UnsafeRawPointer, _ number: Int, stride: Int, in counts: UnsafeMutablePointer<Int>,
    _ marks: UnsafePointer<Bool>, in marked: UnsafeMutablePointer<Int>
  ) {
    for index in 0..<number {
      let tag = tag(at: first + index &* stride)
      counts[tag] &+= 1
      marked[tag] &+= marks[index] ? 1 : 0
    }
  }

  /// No interface says how enums are stored: it is tried with every case, and where it is not as
  /// assumed here, the enum's own code is asked.
  private static func layout(of metadata: RuntimeMetadata) -> Layout? {
    let size = metadata.witnesses.pointee.size
    let count = metadata.payloadCaseCount
    guard count > 1, (2...9).contains(size), let records = metadata.fieldRecords,
      records.count < 256
    else { return nil }
    let layout = Layout(payloadCases: count, offset: size - 1)
    let reader = EnumTagReader(metadata, layout)
    for tag in records.indices {
      for filling: UInt8 in [0, 0xFF] {
        guard reader.reads(tag, filling, size, hasPayload: tag < count) else { return nil }
      }
    }
    return layout
  }

  private init(_ metadata: RuntimeMetadata, _ layout: Layout) {
    self.metadata = metadata.address
    read = metadata.enumWitnesses.pointee.enumTag
    self.layout = layout
  }

  /// Whether a tag is read from where it is written, and leaves all of a payload as it is.
  private func reads(_ tag: Int, _ filling: UInt8, _ size: Int, hasPayload: Bool) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 16, alignment: 16) { bytes in
      guard let start = bytes.baseAddress else { return false }
      for index in 0..<size { bytes[index] = filling }
      RuntimeMetadata(address: metadata).enumWitnesses.pointee.injectTag(
        start, UInt32(tag), metadata)
      let isWhole = !hasPayload || bytes[..<(size - 1)].allSatisfy { $0 == filling }
      return isWhole && self.tag(at: start) == tag
    }
  }
}
