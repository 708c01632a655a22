/// Reads the tag of an enum's values by their address.
package struct EnumTagReader: @unchecked Sendable {
  // Unchecked: metadata and its witnesses are immutable and immortal.
  private let metadata: UnsafeRawPointer
  private let read: TagWitness

  /// A reader for a type; nil where it is no enum.
  package init?<Value>(of type: Value.Type) {
    guard [.enumeration, .optional].contains(MetadataKind(type)) else { return nil }
    let metadata = RuntimeMetadata(type)
    self.metadata = metadata.address
    read = metadata.enumWitnesses.pointee.enumTag
  }

  /// The tag of the value at an address.
  package func tag(at address: UnsafeRawPointer) -> Int { Int(read(address, metadata)) }
}
