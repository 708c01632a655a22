/// Deletes as many elements as it can and still be accepted.
///
/// Zeller & Hildebrandt, "Simplifying and Isolating Failure-Inducing Input" (2002), by complements
/// only: chunks of all, half, a quarter … one element are deleted where that is accepted. The chunk
/// that is tried next starts where the last one ended, instead of at the front again, and single
/// elements are gone over until a whole round deletes none: the result is 1-minimal.
///
/// - Parameter accept: What is left when only these are kept: the same, or less where a repair had
///   to drop more; nil when that is no good.
/// - Complexity: O(k log n) calls where few of n elements are kept, O(n²) at worst.
package func deletion<Element, Failure: Error>(
  from elements: [Element],
  accept: ([Element]) throws(Failure) -> [Element]?
) throws(Failure) -> [Element] {
  var kept = elements
  var size = kept.count
  while size > 0 && !kept.isEmpty {
    let before = kept.count
    try sweep(&kept, size, accept)
    if size == 1 && kept.count < before { continue }
    size = size == 1 ? 0 : min((size + 1) / 2, max(kept.count, 1))
  }
  return kept
}

/// Tries each chunk of one size, from the back to the front: later elements depend on earlier ones
/// more often than the other way round.
private func sweep<Element, Failure: Error>(
  _ kept: inout [Element], _ size: Int,
  _ accept: ([Element]) throws(Failure) -> [Element]?
) throws(Failure) {
  var end = kept.count
  while end > 0 {
    let start = max(end - size, 0)
    if let left = try accept(Array(kept[..<start] + kept[end...])) { kept = left }
    end = min(start, kept.count)
  }
}
