import TransitionSystems

extension Challenge {
  static let differenceNotZero = difference("difference ≠ 0", peer: 100, (10, 10)) { $0 != 0 }

  static let differenceNotSmall = difference("difference not 1…4", peer: 100, (10, 6)) {
    !(1...4).contains($0)
  }

  static let differenceNotOne = difference("difference ≠ 1", peer: 79, (10, 9)) { $0 != 1 }

  private static func difference(
    _ name: String, peer share: Int, _ minimum: (Int, Int),
    isFine: @escaping @Sendable (Int) -> Bool
  ) -> Challenge {
    let positive: @Sendable () -> Generator<Int> = { .integer(in: 1...Int(Int32.max)) }
    return Challenge(
      name, peer: share, drawing: { zip(positive(), positive()) },
      holds: { $0 < 10 || isFine(abs($0 - $1)) }, minimum: { ($0, $1) == minimum })
  }
}
