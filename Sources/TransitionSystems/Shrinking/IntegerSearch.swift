/// Finds a small number in `least..<known` that is accepted; `known` is one that is.
///
/// First the four smallest, for minima are mostly small. Then one to four less than known: two
/// keeps the sign of a choice whose values alternate theirs, four the sign and the parity. When
/// none is accepted the number counts as minimal; else the search goes on in steps of that size.
///
/// - Complexity: O(log of the distance from the least to the result) calls, eight where there is
///   nothing to gain.
@discardableResult
package func lowest(
  from least: UInt64 = 0, below known: UInt64, accept: (UInt64) -> Bool
) -> UInt64 {
  guard least < known else { return known }
  for step: UInt64 in 0...3 where step < known - least {
    if accept(least + step) { return least + step }
  }
  for stride: UInt64 in 1...4 where known - least > stride {
    guard accept(known - stride) else { continue }
    let steps = (known - least) / stride
    let base = known - steps * stride
    return base + stride * lowestStep(below: steps - 1) { accept(base + stride * $0) }
  }
  return known
}

/// Counts 2, 4, 8 … up to the first step that is accepted, then halves the gap below it.
private func lowestStep(below known: UInt64, _ accept: (UInt64) -> Bool) -> UInt64 {
  var low: UInt64 = 0
  var accepted = known
  var probe: UInt64 = 2
  while probe < known {
    if accept(probe) {
      accepted = probe
      break
    }
    low = probe
    probe = probe <= .max / 2 ? probe * 2 : .max
  }
  while accepted > low + 1 {
    let middle = low + (accepted - low) / 2
    if accept(middle) { accepted = middle } else { low = middle }
  }
  return accepted
}
