/// How a search first reached each of its configurations, in the order of the search.
///
/// Of each it is kept how much further on its parent is than that of the one before, and which
/// step of its parent it is: two bytes for most. That is all it takes to make them again, and to
/// find the way to any of them.
package struct SearchSteps: Sendable {
  /// One configuration's way from its parent.
  package struct Step: Equatable, Sendable {
    /// The place of the parent; `.max` for an initial configuration.
    package let parent: UInt32
    package let ordinal: UInt64
  }

  /// Packed numbers.
  package private(set) var bytes: [UInt8]
  /// Configurations.
  package private(set) var count: Int
  /// The last parent's place, plus 1.
  private var link: UInt32 = 0
  /// Where one can begin to read, every so many configurations.
  private var marks: [Mark] = []

  fileprivate struct Mark {
    let count: Int
    let offset: Int
    let link: UInt32
  }

  /// Configurations between two marks at least.
  private static var markDistance: Int { 512 }

  package init() {
    bytes = []
    count = 0
  }

  /// Steps as they were kept; to be read, not to be added to.
  package init(bytes: [UInt8], count: Int) {
    self.bytes = bytes
    self.count = count
  }

  /// Adds the next configuration: parents come in order.
  mutating func append(_ step: Step) {
    mark()
    let next = step.parent &+ 1
    bytes.append(packed: UInt64(next - link))
    link = next
    // Few steps hold a choice: those that do say so by the lowest bit.
    let (event, choice) = (step.ordinal >> 32, step.ordinal & 0xffff_ffff)
    bytes.append(packed: event << 1 | (choice == 0 ? 0 : 1))
    if choice != 0 { bytes.append(packed: choice) }
    count += 1
  }

  /// Adds the steps that another has written down since it was empty: those that come next.
  mutating func append(_ others: SearchSteps) {
    var reader = PackedNumberReader(others.bytes)
    guard let first = reader.next() else { return }
    mark()
    bytes.append(packed: first - UInt64(link))
    bytes += others.bytes[reader.offset...]
    link = others.link
    count += others.count
  }
}

extension SearchSteps {
  private mutating func mark() {
    if count - (marks.last?.count ?? 0) < Self.markDistance { return }
    marks.append(Mark(count: count, offset: bytes.count, link: link))
  }

  /// How the configuration at a place was reached.
  ///
  /// Complexity: independent of how many there are, but for a search for where to begin to read.
  package func step(at place: UInt32) -> Step {
    var (low, high) = (0, marks.count)
    while low < high {
      let middle = (low + high) / 2
      if marks[middle].count <= place { low = middle + 1 } else { high = middle }
    }
    let mark = low == 0 ? Mark(count: 0, offset: 0, link: 0) : marks[low - 1]
    var reader = Reader(self, at: mark)
    for _ in mark.count..<Int(place) { reader.advance() }
    guard let step = reader.next else {
      preconditionFailure("Internal error: a configuration that was not kept")
    }
    return step
  }

  /// Reads steps in order.
  struct Reader {
    private var numbers: PackedNumberReader
    private var link: UInt64
    /// The next step; nil when there is none, or none that could be read.
    private(set) var next: Step?

    init(_ steps: SearchSteps) { self.init(steps, at: Mark(count: 0, offset: 0, link: 0)) }

    fileprivate init(_ steps: SearchSteps, at mark: Mark) {
      numbers = PackedNumberReader(steps.bytes, from: mark.offset)
      link = UInt64(mark.link)
      advance()
    }

    /// The steps of the initial configurations and of parents before a place.
    mutating func steps(before place: UInt32) -> [Step] {
      var result: [Step] = []
      while let step = next, step.parent == .max || step.parent < place {
        result.append(step)
        advance()
      }
      return result
    }

    /// Goes on to the step after the next.
    mutating func advance() {
      next = nil
      guard let delta = numbers.next(), let event = numbers.next(),
        link + delta <= UInt64(UInt32.max)
      else { return }
      link += delta
      guard let choice = event & 1 == 0 ? 0 : numbers.next() else { return }
      next = Step(parent: UInt32(link) &- 1, ordinal: (event >> 1) << 32 | choice)
    }
  }
}
