/// The order in which the integers of a range are drawn: 0, 1, -1, 2, -2 and so on, as far as the
/// range allows; a range without 0 counts away from it.
///
/// All in bit patterns of 64 bits, so that one unspecialised type serves every integer.
package struct IntegerOrder: Sendable {
  /// The simplest integer, as bits.
  private let origin: UInt64
  /// How many integers of the range lie above the origin, and below it.
  private let above: UInt64
  private let below: UInt64

  package init<Integer: FixedWidthInteger>(_ range: ClosedRange<Integer>) {
    let simplest: Integer =
      range.contains(0) ? 0 : range.lowerBound > 0 ? range.lowerBound : range.upperBound
    origin = UInt64(truncatingIfNeeded: simplest)
    above = UInt64(truncatingIfNeeded: range.upperBound) &- origin
    below = origin &- UInt64(truncatingIfNeeded: range.lowerBound)
  }

  /// The last position: the range has one integer more.
  package var bound: UInt64 { above &+ below }

  /// The bits of the integer at a position.
  package func bits(at position: UInt64) -> UInt64 {
    let alternating = min(above, below)
    let step = (position >> 1) &+ (position & 1)
    if step <= alternating {
      return position & 1 == 1 ? origin &+ step : origin &- step
    }
    let beyond = position &- alternating
    return above > below ? origin &+ beyond : origin &- beyond
  }
}
