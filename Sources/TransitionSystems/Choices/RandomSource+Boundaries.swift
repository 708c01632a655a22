extension RandomSource {
  /// A number in `0...bound` that favours those where programs break.
  ///
  /// Choices are ordered simplest first, and a signed range alternates its signs, so the ends and
  /// the powers of two of the choice are the minimum, the maximum, 0, ±1 and the powers of two of
  /// the value. Of 16 draws two are at an end, two beside a power of two, six of a random
  /// magnitude and six uniform. Domains of at most 16 are drawn uniformly: each value comes soon.
  package mutating func boundaryBiased(upTo bound: UInt64) -> UInt64 {
    guard bound > 16 else { return uniform(upTo: bound) }
    let bits = next()
    let magnitude = (bits >> 8) % UInt64(UInt64.bitWidth - bound.leadingZeroBitCount)
    switch bits & 15 {
    case 0, 1: return atAnEnd(of: bound, bits >> 16)
    case 2, 3: return min(bound, (1 << magnitude) &+ (bits >> 16) % 3 &- 1)
    case 4...9: return min(bound, (1 << magnitude) | (next() & ((1 << magnitude) &- 1)))
    default: return uniform(upTo: bound)
    }
  }

  private func atAnEnd(of bound: UInt64, _ bits: UInt64) -> UInt64 {
    switch bits % 6 {
    case 0: 0
    case 1: 1
    case 2: 2
    case 3: bound &- 1
    case 4: bound &- 2
    default: bound
    }
  }
}
