extension Set: StructuralContainer {
  static var elementTypes: [Any.Type] { [Element.self] }

  static func encodeElements(
    at source: UnsafeRawPointer, plans: [UnsafeMutablePointer<PlanSlot>],
    into encoder: inout StructuralEncoder
  ) {
    let set = source.assumingMemoryBound(to: Self.self).pointee
    encoder.append(UInt64(set.count))
    let plan = plans[0].pointee.plan
    guard !(1...8).contains(plan.pointee.denseSize) else {
      return encoder.appendWords(set, plan)
    }
    var starts: [Int] = []
    starts.reserveCapacity(set.count)
    for element in set {
      starts.append(encoder.count)
      encoder.appendMember(element, plan)
    }
    encoder.sortRuns(starts)
  }
}

extension Dictionary: StructuralContainer {
  static var elementTypes: [Any.Type] { [Key.self, Value.self] }

  static func encodeElements(
    at source: UnsafeRawPointer, plans: [UnsafeMutablePointer<PlanSlot>],
    into encoder: inout StructuralEncoder
  ) {
    let dictionary = source.assumingMemoryBound(to: Self.self).pointee
    encoder.append(UInt64(dictionary.count))
    var starts: [Int] = []
    starts.reserveCapacity(dictionary.count)
    for (key, value) in dictionary {
      starts.append(encoder.count)
      encoder.appendMember(key, plans[0].pointee.plan)
      encoder.appendMember(value, plans[1].pointee.plan)
    }
    encoder.sortRuns(starts)
  }
}

extension StructuralEncoder {
  /// Members of one word each, sorted where they are.
  fileprivate mutating func appendWords<Member>(
    _ members: Set<Member>, _ plan: UnsafePointer<PlanRecord>
  ) {
    let start = count
    for member in members {
      withUnsafePointer(to: member) {
        append(UnsafeRawPointer($0), count: plan.pointee.denseSize)
      }
    }
    var words = UnsafeMutableBufferPointer(start: storage + start, count: count - start)
    words.sort()
  }

  fileprivate mutating func appendMember<Member>(
    _ member: Member, _ plan: UnsafePointer<PlanRecord>
  ) {
    // Members have no position: their path says only that they are members.
    let entered = enter("[]")
    withUnsafePointer(to: member) { nested(plan, UnsafeRawPointer($0)) }
    leave(entered)
  }

  /// Puts the runs of words that begin at `starts` and end where the next begins in order.
  ///
  /// Each run ends itself (no run is a proper prefix of another of the same type), so that the
  /// sorted whole is equal exactly when the sets of runs are.
  fileprivate mutating func sortRuns(_ starts: [Int]) {
    guard starts.count > 1 else { return }
    let end = count
    var runs: [Range<Int>] = []
    runs.reserveCapacity(starts.count)
    for (index, start) in starts.enumerated() {
      runs.append(start..<(index + 1 < starts.count ? starts[index + 1] : end))
    }
    let words = UnsafePointer(storage)
    runs.sort { left, right in precedes(words, left, right) }
    var sorted: [UInt64] = []
    sorted.reserveCapacity(end - starts[0])
    for run in runs { sorted.append(contentsOf: UnsafeBufferPointer(rebasing: span(words, run))) }
    sorted.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      (storage + starts[0]).update(from: start, count: buffer.count)
    }
  }
}

private func span(
  _ words: UnsafePointer<UInt64>, _ run: Range<Int>
) -> Slice<UnsafeBufferPointer<UInt64>> {
  UnsafeBufferPointer(start: words, count: run.upperBound)[run]
}

/// Whether the words of one run come before those of another.
private func precedes(
  _ words: UnsafePointer<UInt64>, _ left: Range<Int>, _ right: Range<Int>
) -> Bool {
  for index in 0..<min(left.count, right.count) {
    let (a, b) = (words[left.lowerBound + index], words[right.lowerBound + index])
    if a != b { return a < b }
  }
  return left.count < right.count
}
