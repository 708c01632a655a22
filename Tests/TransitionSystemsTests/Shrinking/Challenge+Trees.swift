import TransitionSystems

extension Challenge {
  static let calculator = Challenge(
    "calculator", peer: 100, 56,
    drawing: {
      .recursive(Generator<Int>.integer.map(Expression.literal)) { smaller in
        .oneOf(
          zip(smaller, smaller).map(Expression.sum),
          zip(smaller, smaller).map(Expression.quotient))
      }
    },
    holds: { $0.dividesByLiteralZero || $0.value != nil },
    minimum: { ["(0 / (0 + 0))", "(0 / (0 / 1))"].contains("\($0)") })

  static let binaryHeap = Challenge(
    "binheap", peer: 33, drawing: { heap(from: Int.min, depth: 5) },
    holds: { heap in
      let list = heap.wronglySorted
      return list == list.sorted() && heap.list.sorted() == list
    },
    minimum: { heap in
      let pair = "(0, (0, nil, nil), (1, nil, nil))"
      return ["(0, nil, \(pair))", "(0, \(pair), nil)"].contains("\(heap)")
    })

  /// Heaps whose keys are at least `least`.
  private static func heap(from least: Int, depth: Int) -> Generator<Heap> {
    .compose { draw in
      let key = try draw(.integer(in: least...Int.max))
      guard depth > 1 else { return Heap(key, nil, nil) }
      let left = try draw(.optional(heap(from: key, depth: depth - 1)))
      return Heap(key, left, try draw(.optional(heap(from: key, depth: depth - 1))))
    }
  }
}

/// A calculator's expression.
private indirect enum Expression: CustomStringConvertible {
  case literal(Int)
  case sum(Expression, Expression)
  case quotient(Expression, Expression)

  var dividesByLiteralZero: Bool {
    switch self {
    case .literal: false
    case .quotient(_, .literal(0)): true
    case .sum(let left, let right), .quotient(let left, let right):
      left.dividesByLiteralZero || right.dividesByLiteralZero
    }
  }

  /// Nil when it divides by zero.
  var value: Int? {
    switch self {
    case .literal(let value): return value
    case .sum(let left, let right):
      guard let left = left.value, let right = right.value else { return nil }
      return left &+ right
    case .quotient(let left, let right):
      guard let left = left.value, let right = right.value, right != 0 else { return nil }
      return left.dividedReportingOverflow(by: right).partialValue
    }
  }

  var description: String {
    switch self {
    case .literal(let value): "\(value)"
    case .sum(let left, let right): "(\(left) + \(right))"
    case .quotient(let left, let right): "(\(left) / \(right))"
    }
  }
}

/// A heap-ordered tree, with the wrong conversion of the challenge.
private final class Heap: CustomStringConvertible {
  let key: Int
  let left: Heap?
  let right: Heap?

  init(_ key: Int, _ left: Heap?, _ right: Heap?) {
    self.key = key
    self.left = left
    self.right = right
  }

  /// The keys in the order of a stack on which the right side lies on top.
  var list: [Int] { [key] + (right?.list ?? []) + (left?.list ?? []) }

  /// Wrong: only the first key is taken by merging.
  var wronglySorted: [Int] { [key] + (Heap.merged(left, right)?.list ?? []) }

  private static func merged(_ first: Heap?, _ second: Heap?) -> Heap? {
    guard let first, let second else { return first ?? second }
    return first.key <= second.key
      ? Heap(first.key, merged(first.right, second), first.left)
      : Heap(second.key, merged(second.right, first), second.left)
  }

  var description: String {
    "(\(key), \(left.map(\.description) ?? "nil"), \(right.map(\.description) ?? "nil"))"
  }
}
