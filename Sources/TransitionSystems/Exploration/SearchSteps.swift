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

  /// Packed numbers.
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
    bytes.append(packed: first - UInt64(link))
    bytes += others.bytes[reader.offset...]
    link = others.link
    count += others.count
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
    private var numbers: PackedNumberReader
    private var link: UInt64 = 0
    /// The next step; nil when there is none, or none that could be read.
    private(set) var next: Step?

    init(_ steps: SearchSteps) {
      numbers = PackedNumberReader(steps.bytes)
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
