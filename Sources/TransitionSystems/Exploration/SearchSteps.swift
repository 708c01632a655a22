/// How a search first reached each of its configurations, in the order of the search.
///
/// Of each it is kept how much further on its parent is than that of the one before, and which
/// step of its parent it is: two bytes for most. That is all it takes to make them again.
package struct SearchSteps: Equatable, Sendable {
  /// One configuration's way from its parent.
  package struct Step: Equatable, Sendable {
    /// The place of the parent; `.max` for an initial configuration.
    package let parent: UInt32
    package let ordinal: UInt64
  }

  /// Numbers of seven bits a byte, the low ones first; the eighth says that more follow.
  package private(set) var bytes: [UInt8]
  /// Configurations.
  package private(set) var count: Int
  /// The last parent's place, plus 1.
  private var link: UInt32 = 0

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
    let next = step.parent &+ 1
    append(UInt64(next - link))
    link = next
    // Few steps hold a choice: those that do say so by the lowest bit.
    let (event, choice) = (step.ordinal >> 32, step.ordinal & 0xffff_ffff)
    append(event << 1 | (choice == 0 ? 0 : 1))
    if choice != 0 { append(choice) }
    count += 1
  }

  /// Adds the steps that another has written down since it was empty: those that come next.
  mutating func append(_ others: SearchSteps) {
    var offset = 0
    guard let first = Self.number(in: others.bytes, at: &offset) else { return }
    append(first - UInt64(link))
    bytes += others.bytes[offset...]
    link = others.link
    count += others.count
  }

  private mutating func append(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

extension SearchSteps {
  /// Which step of its parent led to the configuration at each of some places, which are in order.
  ///
  /// Complexity: linear in what is kept.
  package func ordinals(at places: [UInt32]) -> [UInt64] {
    var reader = Reader(self)
    var result: [UInt64] = []
    var place: UInt32 = 0
    while result.count < places.count, let step = reader.next {
      if place == places[result.count] { result.append(step.ordinal) }
      place += 1
      reader.advance()
    }
    return result
  }

  /// Reads steps in order.
  struct Reader {
    private let bytes: [UInt8]
    private var offset = 0
    private var link: UInt64 = 0
    /// The next step; nil when there is none, or none that could be read.
    private(set) var next: Step?

    init(_ steps: SearchSteps) {
      bytes = steps.bytes
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
      guard let delta = number(), let event = number(), link + delta <= UInt64(UInt32.max)
      else { return }
      link += delta
      guard let choice = event & 1 == 0 ? 0 : number() else { return }
      next = Step(parent: UInt32(link) &- 1, ordinal: (event >> 1) << 32 | choice)
    }

    private mutating func number() -> UInt64? { SearchSteps.number(in: bytes, at: &offset) }
  }

  /// Reads a number; nil where there is none.
  private static func number(in bytes: [UInt8], at offset: inout Int) -> UInt64? {
    var result: UInt64 = 0
    var shift: UInt64 = 0
    while offset < bytes.count, shift < 63 {
      let byte = bytes[offset]
      offset += 1
      result |= UInt64(byte & 0x7f) << shift
      if byte & 0x80 == 0 { return result }
      shift += 7
    }
    return nil
  }
}
