/// Where a run says what it is about to do, so that somebody else can read it after a crash.
///
/// The memory may be a file's: then what was written last survives the process.
final class Journal {
  /// The words of a journal, in order.
  enum Word: Int, CaseIterable {
    /// Events begun so far.
    case events
    /// The kind of the last one.
    case kind
    /// The place in the run: see `Stage`.
    case stage
  }

  enum Stage: UInt64 {
    case idle
    case fuzzing
    case shrinking
    case confirming
  }

  private let words: UnsafeMutablePointer<UInt64>
  private let owned: Bool

  /// A journal in memory of its own.
  init() {
    words = .allocate(capacity: Word.allCases.count)
    words.initialize(repeating: 0, count: Word.allCases.count)
    owned = true
  }

  /// A journal in memory that somebody else maps and outlives it.
  init(mapped words: UnsafeMutablePointer<UInt64>) {
    self.words = words
    owned = false
  }

  deinit {
    if owned { words.deallocate() }
  }

  var events: UInt64 { words[Word.events.rawValue] }

  var stage: Stage {
    get { Stage(rawValue: words[Word.stage.rawValue]) ?? .idle }
    set { words[Word.stage.rawValue] = newValue.rawValue }
  }

  @inline(__always)
  func note(_ kind: EventKind) {
    words[Word.events.rawValue] &+= 1
    words[Word.kind.rawValue] = UInt64(kind.rank)
  }

  func reset() {
    for word in Word.allCases { words[word.rawValue] = 0 }
  }
}
