/// Words without their leading zero bytes, for keeping: most words of an encoding are small.
///
/// The number of words comes first (four bytes), then half a byte a word that says how many bytes
/// of it are kept, then those bytes. Equal words, equal bytes. Where all encodings have one size,
/// they are kept as they are.
struct PackedWords: ~Copyable {
  private var bytes: UnsafeMutableRawPointer
  private var capacity: Int
  /// Where what is to be kept begins, and how many bytes of it there are.
  private var start: UnsafeRawPointer
  private(set) var count = 0
  private var isPacked = true

  init() {
    capacity = 1024
    bytes = .allocate(byteCount: 1024, alignment: 16)
    start = UnsafeRawPointer(bytes)
  }

  deinit { bytes.deallocate() }

  /// Takes words for what they are: they stay where they lie.
  ///
  /// - Parameter size: The bytes of them that matter, as many for each encoding.
  @inline(__always)
  mutating func take(_ words: UnsafeBufferPointer<UInt64>, size: Int) {
    isPacked = false
    start = words.baseAddress.map { UnsafeRawPointer($0) } ?? UnsafeRawPointer(bytes)
    count = size
  }

  /// Complexity: linear.
  @inline(__always)
  mutating func pack(_ words: UnsafeBufferPointer<UInt64>) {
    let number = words.count
    let room = 4 &+ (number &+ 1) / 2 &+ 8 &* number &+ 8
    if room > capacity { grow(room) }
    bytes.storeBytes(of: UInt32(truncatingIfNeeded: number), as: UInt32.self)
    var control = 4
    var cursor = 4 &+ (number &+ 1) &>> 1
    var index = 0
    while index &+ 1 < number {
      let first = put(words[index], &cursor)
      let second = put(words[index &+ 1], &cursor)
      bytes.storeBytes(of: first | second &<< 4, toByteOffset: control, as: UInt8.self)
      control &+= 1
      index &+= 2
    }
    if index < number {
      let length = put(words[index], &cursor)
      bytes.storeBytes(of: length, toByteOffset: control, as: UInt8.self)
    }
    count = cursor
  }

  @inline(__always)
  private func put(_ word: UInt64, _ cursor: inout Int) -> UInt8 {
    let length = (71 &- word.leadingZeroBitCount) &>> 3
    // Little-endian wherever Swift runs; what lies past the kept bytes is written over next.
    bytes.storeBytes(of: word, toByteOffset: cursor, as: UInt64.self)
    cursor &+= length
    return UInt8(truncatingIfNeeded: length)
  }

  /// Whether other packed words are the same.
  @inline(__always)
  func equals(_ other: UnsafeRawPointer) -> Bool {
    // The number of words first: what is kept elsewhere may end before `count` bytes do.
    if isPacked && other.load(as: UInt32.self) != bytes.load(as: UInt32.self) { return false }
    return memoryEquals(other, start, count)
  }

  func copy(to memory: UnsafeMutableRawPointer) {
    memory.copyMemory(from: start, byteCount: count)
  }

  private mutating func grow(_ room: Int) {
    bytes.deallocate()
    capacity = room * 2
    bytes = .allocate(byteCount: capacity, alignment: 16)
    start = UnsafeRawPointer(bytes)
  }
}

/// Whether two stretches of memory hold the same, eight bytes at a time.
@inline(__always)
func memoryEquals(
  _ one: UnsafeRawPointer, _ two: UnsafeRawPointer, _ count: Int
) -> Bool {
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
