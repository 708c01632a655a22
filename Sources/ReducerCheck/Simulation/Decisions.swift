import TransitionSystems

/// The choices inside one step: which of several sends comes first, whether a cancellation came
/// late, what a synchronous endpoint answers. Choice 0 is always the plainest.
struct Decisions {
  private struct Made {
    let choice: Int
    let count: Int
    let label: String
  }

  private let script: [Int]
  /// The seed of random choices; nil where the script decides.
  private let seed: UInt64?
  /// Numbers drawn so far. The stream is begun anew for each choice, since choices are rare and
  /// every step carries its decisions about.
  private var drawn = 0
  /// One list, since most steps have nothing to choose.
  private var made: [Made] = []

  var taken: [Int] { made.map(\.choice) }
  var labels: [String] { made.map(\.label) }

  /// The plainest choice each time.
  static var first: Decisions { Decisions(script: []) }

  /// The given choices in order, the plainest after their end.
  static func scripted(_ choices: [Int]) -> Decisions { Decisions(script: choices) }

  /// Choices drawn at random, half of them the plainest.
  static func random(seed: UInt64) -> Decisions { Decisions(script: [], seed: seed) }

  private init(script: [Int], seed: UInt64? = nil) {
    self.script = script
    self.seed = seed
  }

  /// Chooses one of `count`; records it unless there is nothing to choose.
  mutating func choose(_ count: Int, _ label: @autoclosure () -> String) -> Int {
    guard count > 1 else { return 0 }
    let choice: Int
    if let seed {
      choice = draw(seed, below: count)
    } else {
      choice = made.count < script.count ? min(script[made.count], count - 1) : 0
    }
    made.append(Made(choice: choice, count: count, label: label()))
    return choice
  }

  private mutating func draw(_ seed: UInt64, below count: Int) -> Int {
    var source = RandomSource(seed: seed)
    for _ in 0..<drawn { _ = source.next() }
    drawn += 1
    if source.next() % 2 == 0 { return 0 }
    drawn += 1
    return Int(source.next() % UInt64(count))
  }

  /// The choices made, without the plain ones at the end.
  var significant: [Int] { Self.significant(of: taken) }

  /// Choices without the plain ones at the end.
  static func significant(of choices: [Int]) -> [Int] {
    choices.lastIndex { $0 != 0 }.map { Array(choices[...$0]) } ?? []
  }

  /// The choices made, less those of when a cancellation comes: a live run is told of these.
  var withoutLate: [Int] {
    zip(taken, labels).filter { !$0.1.hasPrefix(Self.cancellation) }.map(\.0)
  }

  /// How the label of a choice begins that says when a cancellation comes.
  static var cancellation: String { "cancellation of " }

  /// The script that follows this one in the order that reaches every combination; nil at the end.
  var successor: [Int]? {
    var next = taken
    while let last = next.popLast() {
      if last + 1 < made[next.count].count { return next + [last + 1] }
    }
    return nil
  }
}
