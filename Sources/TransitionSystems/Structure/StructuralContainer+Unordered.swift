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
    let wasClosed = encoder.names?.isClosed
    encoder.closeNames()
    defer { if let wasClosed { encoder.names?.isClosed = wasClosed } }
    encoder.appendRuns(set.count) { encoder, begin in
      for element in set {
        begin(encoder.count)
        encoder.appendMember(element, plan)
      }
    }
  }
}

extension Dictionary: StructuralContainer {
  static var elementTypes: [Any.Type] { [Key.self, Value.self] }

  static func encodeElements(
    at source: UnsafeRawPointer, plans: [UnsafeMutablePointer<PlanSlot>],
    into encoder: inout StructuralEncoder
  ) {
    let dictionary = source.assumingMemoryBound(to: Self.self).pointee
    let wasClosed = encoder.names?.isClosed
    encoder.closeNames()
    defer { if let wasClosed { encoder.names?.isClosed = wasClosed } }
    encoder.append(UInt64(dictionary.count))
    encoder.appendRuns(dictionary.count) { encoder, begin in
      for (key, value) in dictionary {
        begin(encoder.count)
        encoder.appendMember(key, plans[0].pointee.plan)
        encoder.appendMember(value, plans[1].pointee.plan)
      }
    }
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

  /// Appends runs of words and puts them in order.
  ///
  /// Each run ends itself (no run is a proper prefix of another of the same type), so that the
  /// sorted whole is equal exactly when the sets of runs are.
  ///
  /// - Parameter append: Appends the runs, saying where each begins.
  @inline(__always)
  fileprivate mutating func appendRuns(
    _ number: Int, _ append: (inout StructuralEncoder, (Int) -> Void) -> Void
  ) {
    // A set is encoded for each configuration of a search: no array is made for it.
    withUnsafeTemporaryAllocation(of: Run.self, capacity: number + 1) { runs in
      var made = 0
      append(&self) { start in
        if made > 0 { runs[made - 1].end = start }
        runs[made] = Run(start: start, end: start)
        made += 1
      }
      guard made > 1 else { return }
      runs[made - 1].end = count
      sort(UnsafeMutableBufferPointer(rebasing: runs[..<made]))
    }
  }

  /// Where a run of words lies.
  fileprivate struct Run {
    let start: Int
    var end: Int
  }

  private mutating func sort(_ runs: UnsafeMutableBufferPointer<Run>) {
    var runs = runs
    let words = UnsafePointer(storage)
    let (start, end) = (runs[0].start, count)
    if runs.count <= 24 {
      // Insertion: most sets are small.
      for index in 1..<runs.count {
        let run = runs[index]
        var place = index
        while place > 0, precedes(words, run, runs[place - 1]) {
          runs[place] = runs[place - 1]
          place -= 1
        }
        runs[place] = run
      }
    } else {
      runs.sort { precedes(words, $0, $1) }
    }
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: end - start) { sorted in
      guard let base = sorted.baseAddress else { return }
      var filled = 0
      for run in runs {
        (base + filled).initialize(from: words + run.start, count: run.end - run.start)
        filled += run.end - run.start
      }
      (storage + start).update(from: base, count: filled)
    }
  }
}

/// Whether the words of one run come before those of another.
@inline(__always)
private func precedes(
  _ words: UnsafePointer<UInt64>, _ left: StructuralEncoder.Run, _ right: StructuralEncoder.Run
) -> Bool {
  var (one, other) = (left.start, right.start)
  while one < left.end && other < right.end {
    if words[one] != words[other] { return words[one] < words[other] }
    one += 1
    other += 1
  }
  return left.end - left.start < right.end - right.start
}
