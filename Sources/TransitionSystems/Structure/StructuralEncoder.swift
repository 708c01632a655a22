/// Encodes any value as words that are equal exactly when the stored values are.
///
/// What is stored decides: fields one by one, enums by tag and payload, strings by their UTF-8,
/// floating-point numbers by their bits, sets and dictionaries without order, existentials by the
/// dynamic type and the contents. `==`, `hash(into:)` and custom mirrors are never asked, padding
/// is never read, and no value traps. Encodings are comparable within one process only.
package struct StructuralEncoder: ~Copyable {
  /// How many bytes of stack an encoding may take; what is nested deeper is not walked.
  ///
  /// A list that goes on in its last field takes none. Threads have 8 MB with Glibc, but only
  /// 512 KB or less elsewhere.
  #if canImport(Glibc)
    static let stackLimit: Int = 1 << 20
  #else
    static let stackLimit: Int = 1 << 16
  #endif

  /// How many levels are walked whatever the stack says: under the address sanitizer locals do not
  /// lie on it.
  static let depthLimit = 1_000

  var storage: UnsafeMutablePointer<UInt64>
  /// The number of words encoded so far.
  package internal(set) var count = 0
  private var capacity: Int
  /// What was met that structure cannot compare.
  package internal(set) var noticeKinds: StructuralNoticeKinds = []
  /// Whether there was any such.
  package var hasNotices: Bool { noticeKinds.rawValue != 0 }
  let trace: StructuralTrace?
  /// The names of identifiers; nil where they are encoded as they are.
  var names: IdentifierNames?
  var depth = 0
  /// Where the stack was when the outermost value was begun.
  var stackStart: UInt = 0
  private var lastType: UnsafeRawPointer?
  private var lastPlan: UnsafePointer<PlanRecord>?

  /// Makes an empty encoder; `tracing` also collects the paths of what is noticed, which is slower.
  package init(tracing: Bool = false) {
    capacity = 64
    storage = .allocate(capacity: 64)
    trace = tracing ? StructuralTrace() : nil
  }

  deinit {
    storage.deallocate()
  }

  /// Appends the encoding of a value, without its type: the caller knows that.
  ///
  /// An existential given here is opened by the compiler; see `encodeDynamic(_:)`.
  /// Complexity: linear in what is stored; n·log n in the size of sets and dictionaries.
  package mutating func encode<Value>(_ value: Value) {
    let plan = plan(at: unsafeBitCast(Value.self as Any.Type, to: UnsafeRawPointer.self))
    withUnsafePointer(to: value) { begin(plan, UnsafeRawPointer($0)) }
  }

  /// Appends a value's dynamic type and its encoding.
  package mutating func encodeDynamic(_ value: Any) {
    stackStart = Self.stackAddress()
    withUnsafePointer(to: value) { runExistential(UnsafeRawPointer($0)) }
  }

  /// Appends the encoding of a value whose plan the caller holds.
  package mutating func encode<Value>(_ value: Value, with plan: StructuralPlan<Value>) {
    withUnsafePointer(to: value) { begin(plan.reference.record, UnsafeRawPointer($0)) }
  }

  /// Forgets what was encoded and noticed, but keeps the memory.
  package mutating func removeAll() {
    count = 0
    noticeKinds = StructuralNoticeKinds(rawValue: 0)
  }

  /// Takes words back.
  mutating func removeWords(since start: Int) { count = start }

  /// A copy of the words encoded so far.
  package var words: [UInt64] {
    Array(UnsafeBufferPointer(start: storage, count: count))
  }

  /// Lends the words encoded so far without a copy.
  package func withWords<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt64>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeBufferPointer(start: storage, count: count))
  }

  /// The 64-bit fingerprint of the words encoded so far.
  package var fingerprint: UInt64 {
    structuralFingerprint(ofWords: UnsafeBufferPointer(start: storage, count: count))
  }

  /// The paths of what was noticed, in the order met; always empty unless the encoder traces.
  package var notices: [StructuralNotice] { trace?.notices ?? [] }
}

// MARK: - The buffer

extension StructuralEncoder {
  @inline(__always)
  mutating func reserve(_ extra: Int) {
    if count &+ extra > capacity { grow(extra) }
  }

  @inline(never)
  private mutating func grow(_ extra: Int) {
    let larger = max(capacity * 2, count + extra)
    let moved = UnsafeMutablePointer<UInt64>.allocate(capacity: larger)
    moved.moveInitialize(from: storage, count: count)
    storage.deallocate()
    storage = moved
    capacity = larger
  }

  /// Makes room for more words, and says where they come.
  @inline(__always)
  mutating func makeRoom(_ extra: Int) -> UnsafeMutablePointer<UInt64> {
    reserve(extra)
    return storage + count
  }

  /// Appends a word of the caller's own.
  @inline(__always)
  package mutating func append(_ word: UInt64) {
    reserve(1)
    storage[count] = word
    count &+= 1
  }

  /// Appends bytes, the last word filled up with zeros.
  @inline(__always)
  mutating func append(_ bytes: UnsafeRawPointer, count size: Int) {
    let full = size &>> 3
    let rest = size & 7
    reserve(full &+ 1)
    let end = storage + count
    if full <= 4 {
      for index in 0..<full {
        end[index] = bytes.loadUnaligned(fromByteOffset: index &<< 3, as: UInt64.self)
      }
    } else {
      UnsafeMutableRawPointer(end).copyMemory(from: bytes, byteCount: full &<< 3)
    }
    if rest > 0 { end[full] = Self.tail(bytes, size, rest) }
    count &+= full &+ (rest > 0 ? 1 : 0)
  }

  /// Eight bytes at most as a word.
  @inline(__always)
  static func word(at bytes: UnsafeRawPointer, size: Int) -> UInt64 {
    size == 8 ? bytes.loadUnaligned(as: UInt64.self) : tail(bytes, size, size)
  }

  /// The last bytes of some, fewer than eight of them.
  @inline(__always)
  private static func tail(_ bytes: UnsafeRawPointer, _ size: Int, _ rest: Int) -> UInt64 {
    // By loads that may overlap: little-endian wherever Swift runs.
    if size >= 8 {
      let last = bytes.loadUnaligned(fromByteOffset: size &- 8, as: UInt64.self)
      return last &>> UInt64(64 &- 8 &* rest)
    }
    if size >= 4 {
      let last = UInt64(bytes.loadUnaligned(fromByteOffset: size &- 4, as: UInt32.self))
      return UInt64(bytes.loadUnaligned(as: UInt32.self)) | last &<< UInt64(8 &* size &- 32)
    }
    let middle = UInt64(bytes.load(fromByteOffset: size &>> 1, as: UInt8.self))
    let last = UInt64(bytes.load(fromByteOffset: size &- 1, as: UInt8.self))
    return UInt64(bytes.load(as: UInt8.self)) | middle &<< UInt64(8 &* (size &>> 1))
      | last &<< UInt64(8 &* (size &- 1))
  }

  /// The plan of the type whose metadata lies at an address, through a one-entry cache.
  @inline(__always)
  mutating func plan(at metadata: UnsafeRawPointer) -> UnsafePointer<PlanRecord> {
    if lastType == metadata, let lastPlan { return lastPlan }
    return lookUp(metadata)
  }

  @inline(never)
  private mutating func lookUp(_ metadata: UnsafeRawPointer) -> UnsafePointer<PlanRecord> {
    let found = PlanRegistry.plan(for: RuntimeMetadata(address: metadata).type).record
    lastType = metadata
    lastPlan = found
    return found
  }
}

/// The plan of one type, held by a caller that encodes many values of it.
package struct StructuralPlan<Value>: Sendable {
  let reference: PlanReference

  package init() {
    reference = PlanRegistry.plan(for: Value.self)
  }
}
