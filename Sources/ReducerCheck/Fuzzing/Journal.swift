/// Where a run says what it is about to do, so that somebody else can read it after a crash.
///
/// The memory may be a file's: then what was written last survives the process.
final class Journal {
  /// The words of a journal, in order.
  enum Word: Int, CaseIterable {
    /// Events of walks begun so far.
    case events
    /// The walk they are part of.
    case walk
    /// Moves of the machine begun so far, shrinking and replaying included.
    case moves
    /// The place in the run: see `Stage`.
    case stage
    /// Signs of life of threads that have journals of their own.
    case life
  }

  enum Stage: UInt64 {
    case idle
    case probing
    case fuzzing
    case shrinking
    case confirming
    /// Configurations of a checkpoint are made again.
    case following
    /// Nothing of the feature's runs: a file is read or written, say.
    case ownWork
  }

  private let words: UnsafeMutablePointer<UInt64>
  private let owned: Bool

  /// A journal in memory of its own.
  init() {
    // In lines of the cache of its own: it is written at every move, and other threads have theirs.
    words = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 128)
      .bindMemory(to: UInt64.self, capacity: Word.allCases.count)
    words.initialize(repeating: 0, count: Word.allCases.count)
    owned = true
  }

  /// A journal in memory that somebody else maps and outlives it.
  init(mapped words: UnsafeMutablePointer<UInt64>) {
    self.words = words
    owned = false
  }

  /// A journal read back, which takes over the memory.
  init(copied words: UnsafeMutablePointer<UInt64>) {
    self.words = words
    owned = true
  }

  deinit {
    if owned { words.deallocate() }
  }

  var events: UInt64 { words[Word.events.rawValue] }

  var stage: Stage {
    get { Stage(rawValue: words[Word.stage.rawValue]) ?? .idle }
    set { words[Word.stage.rawValue] = newValue.rawValue }
  }

  /// Does work of the harness's own, which nobody takes for a feature that hangs.
  func doingOwnWork<Value>(_ work: () throws -> Value) rethrows -> Value {
    let before = stage
    stage = .ownWork
    defer { stage = before }
    return try work()
  }

  var moves: UInt64 {
    get { words[Word.moves.rawValue] }
    set { words[Word.moves.rawValue] = newValue }
  }

  var walk: UInt64 {
    get { words[Word.walk.rawValue] }
    set { words[Word.walk.rawValue] = newValue }
  }

  func beginEvent() { words[Word.events.rawValue] &+= 1 }

  /// The move at which to stop, to name what a process died of.
  var lastMove = UInt64.max

  /// Whether the next move is the one at which to stop.
  var isSpent: Bool { moves + 1 >= lastMove }

  /// Where the moves are counted, for who makes many.
  var movesPointer: UnsafeMutablePointer<UInt64> { words + Word.moves.rawValue }

  func beginMove() { words[Word.moves.rawValue] &+= 1 }

  /// Notes that a thread moves that has a journal of its own.
  func noteLife() { words[Word.life.rawValue] &+= 1 }

  /// What changes as long as anything moves.
  var signs: UInt64 { moves &+ words[Word.life.rawValue] }

  func reset() {
    for word in Word.allCases { words[word.rawValue] = 0 }
  }
}
