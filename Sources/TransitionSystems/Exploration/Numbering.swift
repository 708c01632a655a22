import Synchronization

/// The numbers of configurations in the order in which threads met them, and, where several threads
/// visit, what led to those of the current round.
///
/// `@unchecked Sendable` holds because numbers and links are atomic where several threads have
/// them, and `firstNumber` and `round` change while nobody visits.
final class Numbering: @unchecked Sendable {
  /// Whether several threads visit at once.
  let isShared: Bool
  /// By number: links to the earliest parents met so far; none where one thread visits, which meets
  /// the earliest first. Not optional: unwrapping it would count a reference that threads share.
  private let links: SegmentedArray<UInt32>
  private let nextNumber = Atomic<UInt32>(0)
  /// The lowest number that may be given in the current round.
  private var firstNumber: UInt32 = 0
  /// Rounds begun so far.
  private(set) var round: UInt32 = 0

  /// Numbers handed to a writer at once.
  private static var block: UInt32 { 64 }
  /// Configurations that can be told apart: they are numbered in 32 bits, a few less than all.
  private static var most: UInt32 { .max - 1 << 24 }

  init(isShared: Bool) {
    self.isShared = isShared
    links = SegmentedArray(segments: isShared ? SegmentedArray<UInt32>.allSegments : 0)
  }

  /// The link to a parent: an initial configuration has the lowest, which no other parent can
  /// replace.
  @inline(__always)
  static func link(to parent: UInt32) -> UInt32 { parent &+ 1 }

  /// A number for a configuration met for the first time.
  @inline(__always)
  func number(_ link: UInt32, _ writer: StoreWriter) -> UInt32 {
    if writer.number == writer.lastNumber {
      writer.number = nextNumber.add(Self.block, ordering: .relaxed).oldValue
      writer.lastNumber = writer.number &+ Self.block
      if isShared { links.reserve(writer.lastNumber &- 1) }
    }
    let number = writer.number
    writer.number &+= 1
    writer.added &+= 1
    if isShared { links.address(number).pointee = link }
    return number
  }

  /// What to say of a configuration that is there: the earliest parent is kept.
  @inline(__always)
  func meet(_ number: UInt32, _ link: UInt32) -> ConfigurationStore.Visit {
    // Parents come in order: only what was met in this round may have been met from a later one,
    // and that only where several threads take them.
    guard isShared, number >= firstNumber else { return .init(kind: .known, number: number) }
    let entry = UnsafeMutableRawPointer(links.address(number))
      .assumingMemoryBound(to: Atomic<UInt32>.self)
    var current = entry.pointee.load(ordering: .relaxed)
    while link < current {
      let (done, seen) = entry.pointee.compareExchange(
        expected: current, desired: link, ordering: .relaxed)
      if done { return .init(kind: .earlier, number: number) }
      current = seen
    }
    return .init(kind: .known, number: number)
  }

  /// Begins a round: its parents come after those of all rounds before it.
  func beginRound(_ writers: [StoreWriter]) {
    round &+= 1
    firstNumber = writers.reduce(nextNumber.load(ordering: .relaxed)) { first, writer in
      writer.number < writer.lastNumber ? min(first, writer.number) : first
    }
    if isShared { links.free(before: firstNumber) }
  }

  /// Whether a configuration of the current round was met first from the parent at a place.
  func isParent(_ parent: UInt32, of number: UInt32) -> Bool {
    !isShared || links.address(number).pointee == Self.link(to: parent)
  }

  /// Whether no more should be numbered.
  var isFull: Bool { nextNumber.load(ordering: .relaxed) > Self.most }

  /// The bytes of the links.
  var bytes: Int { isShared ? 4 * Int(nextNumber.load(ordering: .relaxed) - links.first) : 0 }
}
