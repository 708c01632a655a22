/// How values of one or two words at most lie in memory, which are their own encoding.
struct DenseShape {
  /// Their bytes.
  let size: Int
  /// The words of their encoding: 1 or 2.
  let width: Int
  /// Whether eight bytes can be read where a value begins, and are a value's own as far as its
  /// stride goes.
  private let isRoomy: Bool
  /// By how much the last eight bytes, or the first, are moved for what is in the last word alone.
  private let shift: UInt64

  /// A shape; nil where values have no such.
  ///
  /// - Parameters:
  ///   - size: The bytes that are all there is to a value; less than 0 where there is more to it.
  ///   - stride: From where one lies to where the next one does.
  init?(size: Int, stride: Int) {
    guard size > 0, size <= 16 else { return nil }
    self.size = size
    width = size > 8 ? 2 : 1
    isRoomy = stride >= 8
    shift = UInt64(64 - 8 * (size > 8 ? size - 8 : size))
  }

  /// The words of the value at an address; the second is 0 where there is but one.
  @inline(__always)
  func words(at address: UnsafeRawPointer) -> (UInt64, UInt64) {
    if width > 1 {
      let last = address.loadUnaligned(fromByteOffset: size &- 8, as: UInt64.self)
      return (address.loadUnaligned(as: UInt64.self), last &>> shift)
    }
    if isRoomy { return ((address.loadUnaligned(as: UInt64.self) &<< shift) &>> shift, 0) }
    return (StructuralEncoder.word(at: address, size: size), 0)
  }
}
