#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Bytes that stand for configurations, one after the other.
///
/// Words of an encoding are written without their leading zero bits, seven bits a byte, for most of
/// them are small: the zero bits that the first byte ends in say how many bytes follow it. Equal
/// words, equal bytes, and what each word becomes does not depend on those around it.
struct PackedBytes: ~Copyable {
  /// Where they begin: good until there is made room for more. Sixteen bytes more can be written
  /// than there was made room for.
  private(set) var first: UnsafeMutableRawPointer
  var count = 0
  private var capacity: Int

  init() {
    capacity = 1024
    first = .allocate(byteCount: capacity + 16, alignment: 16)
  }

  deinit { first.deallocate() }

  /// Makes room for some more bytes.
  @inline(__always)
  mutating func reserve(_ more: Int) {
    if count &+ more > capacity { grow(more) }
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    capacity = max(2 * capacity, count + more)
    let moved = UnsafeMutableRawPointer.allocate(byteCount: capacity + 16, alignment: 16)
    moved.copyMemory(from: first, byteCount: count)
    first.deallocate()
    first = moved
  }

  /// Appends words.
  ///
  /// Complexity: linear.
  @inline(__always)
  mutating func pack(_ words: UnsafePointer<UInt64>, count number: Int) {
    reserve(9 &* number)
    for index in 0..<number { add(words[index]) }
  }

  /// Appends a word.
  @inline(__always)
  mutating func pack(_ word: UInt64) {
    reserve(9)
    add(word)
  }

  /// Appends the words that plain bytes are encoded in.
  ///
  /// Complexity: linear.
  @inline(__always)
  mutating func pack(_ start: UnsafeRawPointer, bytes number: Int) {
    reserve(9 &* (number &>> 3 &+ 1))
    var offset = 0
    while offset &+ 8 <= number {
      add(start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset &+= 8
    }
    if offset < number { add(StructuralEncoder.word(at: start + offset, size: number &- offset)) }
  }

  /// Adds a word that there is room for.
  @inline(__always)
  private mutating func add(_ word: UInt64) {
    let cursor = first + count
    let bits = 64 &- (word | 1).leadingZeroBitCount
    // Little-endian wherever Swift runs; what lies past the written bytes is written over next.
    if bits > 56 {
      cursor.storeBytes(of: 0, as: UInt8.self)
      cursor.storeBytes(of: word, toByteOffset: 1, as: UInt64.self)
      count &+= 9
    } else {
      // Seven bits a byte: this rounds up without dividing.
      let length = (bits &* 9 &+ 64) &>> 6
      cursor.storeBytes(of: (word &<< 1 | 1) &<< UInt64(length &- 1), as: UInt64.self)
      count &+= length
    }
  }

  /// Appends bytes that lie elsewhere; eight more can be read there.
  @inline(__always)
  mutating func append(_ bytes: UnsafeRawPointer, count more: Int) {
    reserve(more)
    let target = first + count
    var offset = 0
    while offset < more {
      target.storeBytes(
        of: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self), toByteOffset: offset,
        as: UInt64.self)
      offset &+= 8
    }
    count &+= more
  }
}

/// The bytes that stand for one configuration, where they lie: its encoding, or that packed.
struct ConfigurationKey: BitwiseCopyable {
  let start: UnsafeRawPointer
  let count: Int

  /// The words of an encoding of one or two: the second is 0 where there is but one.
  @inline(__always) var words: (UInt64, UInt64) {
    (
      start.loadUnaligned(as: UInt64.self),
      count > 8 ? start.loadUnaligned(fromByteOffset: 8, as: UInt64.self) : 0
    )
  }

  /// A 64-bit hash, the same in every process in which the bytes are.
  @inline(__always) var fingerprint: UInt64 { structuralFingerprint(ofBytes: start, count: count) }
}

/// Whether two stretches of memory hold the same.
@inline(__always)
func memoryEquals(
  _ one: UnsafeRawPointer, _ two: UnsafeRawPointer, _ count: Int
) -> Bool {
  if count > 64 { return memcmp(one, two, count) == 0 }
  var offset = 0
  while offset &+ 8 <= count {
    if one.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      != two.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    {
      return false
    }
    offset &+= 8
  }
  if offset == count { return true }
  if count >= 8 {
    // The last eight bytes, some of which were compared.
    return one.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
      == two.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
  }
  return StructuralEncoder.word(at: one, size: count)
    == StructuralEncoder.word(at: two, size: count)
}
