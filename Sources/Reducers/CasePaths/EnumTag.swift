/// The number of the case an enum is in, or nil for anything that is not an enum.
///
/// Payloads are not looked at. Reads the type's value witness table, whose layout Swift's ABI fixes:
/// eight functions, size, stride and two 32-bit fields, then, for enums alone, `getEnumTag`. The
/// kind word in front tells enums from other types, so the last entry is read only where it exists.
package func enumTag<Value>(of value: Value) -> Int? {
  typealias GetEnumTag = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32
  let word = MemoryLayout<UnsafeRawPointer>.size
  let metadata = unsafeBitCast(Value.self as Any.Type, to: UnsafeRawPointer.self)
  guard isEnum(Value.self) else { return nil }
  let witnesses = metadata.load(fromByteOffset: -word, as: UnsafeRawPointer.self)
  let getEnumTag = witnesses.load(fromByteOffset: 10 * word + 8, as: GetEnumTag.self)
  return withUnsafePointer(to: value) { Int(getEnumTag($0, metadata)) }
}

/// Whether a type is an enum, other than `Optional`, by the kind word that its metadata starts with.
package func isEnum(_ type: Any.Type) -> Bool {
  let kindOfEnums = 0x201
  return unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: Int.self) == kindOfEnums
}
