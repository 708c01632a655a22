/// Memory for plain values that is used again and again.
struct Room<Element: BitwiseCopyable>: ~Copyable {
  /// Where the first one lies: good until there is made room for more.
  private(set) var first: UnsafeMutablePointer<Element>
  private var capacity = 64
  var count = 0

  init() { first = .allocate(capacity: capacity) }

  deinit { first.deallocate() }

  @inline(__always)
  subscript(index: Int) -> Element { first[index] }

  var elements: UnsafeBufferPointer<Element> {
    UnsafeBufferPointer(start: first, count: count)
  }

  /// Makes room for some more elements.
  @inline(__always)
  mutating func reserve(_ more: Int) {
    if count &+ more > capacity { grow(more) }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    reserve(1)
    add(element)
  }

  /// Adds an element that there is room for.
  @inline(__always)
  mutating func add(_ element: Element) {
    (first + count).initialize(to: element)
    count &+= 1
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    capacity = max(2 * capacity, count + more)
    let moved = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    moved.moveInitialize(from: first, count: count)
    first.deallocate()
    first = moved
  }
}
