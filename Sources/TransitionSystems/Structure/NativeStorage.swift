/// Where the standard library keeps the elements of a container.
///
/// Through their interfaces containers are walked by generic code that is not compiled for their
/// elements, which takes several times as long as all the rest of an encoding. No interface says how
/// they are stored: that is tried with samples first, and where it is not as assumed here, the
/// interfaces are used.
enum NativeStorage {
  case array
  case set
  case dictionary

  /// Whether containers are stored as is assumed here.
  ///
  /// Where they may be bridged to Objective-C's they are not.
  static let isAsAssumed: Bool = {
    #if canImport(ObjectiveC)
      return false
    #else
      return [0, 1, 3, 50, 300].allSatisfy(isAsAssumed)
    #endif
  }()

  private static func isAsAssumed(_ count: Int) -> Bool {
    let array = (0..<count).map { UInt64($0 * 77) }
    let set = Set(array)
    let dictionary = Dictionary(uniqueKeysWithValues: array.map { ($0, $0 + 1) })
    let elements = withUnsafePointer(to: array) {
      let elements = NativeElements(array: UnsafeRawPointer($0), alignment: 8)
      return (0..<elements.count).map {
        elements.start.load(fromByteOffset: 8 * $0, as: UInt64.self)
      }
    }
    var (members, pairs): ([UInt64], [(UInt64, UInt64)]) = ([], [])
    withUnsafePointer(to: set) {
      let table = NativeTable(set: UnsafeRawPointer($0))
      table.forEachBucket {
        members.append(table.keys.load(fromByteOffset: 8 * $0, as: UInt64.self))
      }
    }
    withUnsafePointer(to: dictionary) {
      let table = NativeTable(dictionary: UnsafeRawPointer($0))
      table.forEachBucket {
        pairs.append(
          (
            table.keys.load(fromByteOffset: 8 * $0, as: UInt64.self),
            table.values.load(fromByteOffset: 8 * $0, as: UInt64.self)
          ))
      }
    }
    return elements == array && members == Array(set)
      && pairs.elementsEqual(dictionary) { $0 == ($1.key, $1.value) }
  }
}

/// Where what is in a container's storage lies.
enum NativeLayout {
  static var count: Int { 16 }
  /// Of an array: twice the elements that there is room for, and a flag.
  static var capacity: Int { 24 }
  static var elements: Int { 32 }
  /// Of a hash table: the binary logarithm of the number of buckets.
  static var scale: Int { 32 }
  static var keys: Int { 48 }
  static var values: Int { 56 }
  static var setBitmap: Int { 56 }
  static var dictionaryBitmap: Int { 64 }
}

/// The elements of an array, where they lie.
struct NativeElements {
  let start: UnsafeRawPointer
  let count: Int

  /// Behind the object's header come the count and the capacity, then the elements.
  @inline(__always)
  init(array source: UnsafeRawPointer, alignment: Int) {
    let storage = source.load(as: UnsafeRawPointer.self)
    count = storage.load(fromByteOffset: NativeLayout.count, as: Int.self)
    start = storage + (NativeLayout.elements &+ alignment &- 1) & ~(alignment &- 1)
  }
}

/// An array whose elements are their own encoding.
struct PlainArray {
  /// From where one element lies to where the next one does.
  let stride: Int
  private let alignment: Int

  /// Nil where a step encodes anything else.
  init?(_ step: StructuralStep) {
    guard step.operation == .container,
      let plan = step.detail?.assumingMemoryBound(to: ContainerPlan.self),
      case .array = plan.pointee.storage, plan.pointee.first.stride > 0,
      plan.pointee.first.slot.pointee.plan.pointee.denseSize == plan.pointee.first.stride
    else { return nil }
    (stride, alignment) = (plan.pointee.first.stride, plan.pointee.first.alignment)
  }

  @inline(__always)
  func elements(at source: UnsafeRawPointer) -> NativeElements {
    NativeElements(array: source, alignment: alignment)
  }
}

/// The hash table of a set or a dictionary, where it lies.
struct NativeTable {
  let count: Int
  let scale: Int8
  let keys: UnsafeRawPointer
  /// Of a set, anywhere.
  let values: UnsafeRawPointer
  /// Whole words of a bit for each bucket.
  let bitmap: UnsafeRawPointer

  @inline(__always)
  var buckets: Int { 1 &<< Int(scale) }

  @inline(__always)
  var bitmapBytes: Int { max(8, buckets &>> 3) }

  @inline(__always)
  init(set source: UnsafeRawPointer) {
    self.init(ofSet: source.load(as: UnsafeRawPointer.self))
  }

  @inline(__always)
  init(dictionary source: UnsafeRawPointer) {
    self.init(ofDictionary: source.load(as: UnsafeRawPointer.self))
  }

  @inline(__always)
  init(ofSet storage: UnsafeRawPointer) {
    self.init(storage, values: storage, bitmap: storage + NativeLayout.setBitmap)
  }

  @inline(__always)
  init(ofDictionary storage: UnsafeRawPointer) {
    self.init(
      storage,
      values: storage.load(fromByteOffset: NativeLayout.values, as: UnsafeRawPointer.self),
      bitmap: storage + NativeLayout.dictionaryBitmap)
  }

  @inline(__always)
  private init(_ storage: UnsafeRawPointer, values: UnsafeRawPointer, bitmap: UnsafeRawPointer) {
    count = storage.load(fromByteOffset: NativeLayout.count, as: Int.self)
    scale = storage.load(fromByteOffset: NativeLayout.scale, as: Int8.self)
    keys = storage.load(fromByteOffset: NativeLayout.keys, as: UnsafeRawPointer.self)
    self.values = values
    self.bitmap = bitmap
  }

  /// Calls `body` with each bucket that holds something, in the order of iteration.
  @inline(__always)
  func forEachBucket(_ body: (Int) -> Void) {
    for start in stride(from: 0, to: buckets, by: 64) {
      var word = bitmap.load(fromByteOffset: start &>> 3, as: UInt64.self)
      // What lies past the last bucket is filled with ones.
      if buckets < 64 { word &= 1 &<< UInt64(buckets) &- 1 }
      while word != 0 {
        body(start &+ word.trailingZeroBitCount)
        word &= word &- 1
      }
    }
  }
}
