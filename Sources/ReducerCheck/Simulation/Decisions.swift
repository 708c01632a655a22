import TransitionSystems

/// The choices inside one step: which of several sends comes first, whether a cancellation came
/// late, what a synchronous endpoint answers. Choice 0 is always the plainest.
struct Decisions {
  private enum Mode {
    case scripted([Int])
    case random(RandomSource)
  }

  private var mode: Mode
  private(set) var taken: [Int] = []
  private(set) var counts: [Int] = []
  private(set) var labels: [String] = []

  /// The plainest choice each time.
  static var first: Decisions { Decisions(mode: .scripted([])) }

  /// The given choices in order, the plainest after their end.
  static func scripted(_ choices: [Int]) -> Decisions { Decisions(mode: .scripted(choices)) }

  /// Choices drawn at random, half of them the plainest.
  static func random(_ source: RandomSource) -> Decisions { Decisions(mode: .random(source)) }

  private init(mode: Mode) { self.mode = mode }

  /// Chooses one of `count`; records it unless there is nothing to choose.
  mutating func choose(_ count: Int, _ label: @autoclosure () -> String) -> Int {
    guard count > 1 else { return 0 }
    let choice: Int
    switch mode {
    case .scripted(let script):
      choice = taken.count < script.count ? min(script[taken.count], count - 1) : 0
    case .random(var source):
      choice = source.next() % 2 == 0 ? 0 : Int(source.next() % UInt64(count))
      mode = .random(source)
    }
    taken.append(choice)
    counts.append(count)
    labels.append(label())
    return choice
  }

  /// The choices made, without the plain ones at the end.
  var significant: [Int] {
    Array(taken[..<(taken.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0)])
  }

  /// The script that follows this one in the order that reaches every combination; nil at the end.
  var successor: [Int]? {
    var next = taken
    while let last = next.popLast() {
      if last + 1 < counts[next.count] { return next + [last + 1] }
    }
    return nil
  }
}
