extension Set: StructuralContainer {
  static var elementTypes: [Any.Type] { [Element.self] }
  static var storage: NativeStorage? { .set }

  static func encodeElements(
    at source: UnsafeRawPointer, plans: [UnsafeMutablePointer<PlanSlot>],
    into encoder: inout StructuralEncoder
  ) {
    let set = source.assumingMemoryBound(to: Self.self).pointee
    encoder.append(UInt64(set.count))
    let plan = plans[0].pointee.plan
    encoder.appendRuns(set.count) { encoder, begin in
      for element in set {
        begin(encoder.count)
        withUnsafePointer(to: element) { encoder.appendMember(plan, $0) }
      }
    }
  }
}

extension Dictionary: StructuralContainer {
  static var elementTypes: [Any.Type] { [Key.self, Value.self] }
  static var storage: NativeStorage? { .dictionary }

  static func encodeElements(
    at source: UnsafeRawPointer, plans: [UnsafeMutablePointer<PlanSlot>],
    into encoder: inout StructuralEncoder
  ) {
    let dictionary = source.assumingMemoryBound(to: Self.self).pointee
    encoder.append(UInt64(dictionary.count))
    encoder.appendRuns(dictionary.count) { encoder, begin in
      for (key, value) in dictionary {
        begin(encoder.count)
        withUnsafePointer(to: key) { encoder.appendMember(plans[0].pointee.plan, $0) }
        withUnsafePointer(to: value) { encoder.appendMember(plans[1].pointee.plan, $0) }
      }
    }
  }
}

extension StructuralEncoder {
  /// Appends the number of a set's members, and the members in order.
  mutating func appendSet(_ table: NativeTable, _ container: UnsafePointer<ContainerPlan>) {
    append(UInt64(table.count))
    let plan = container.pointee.first.slot.pointee.plan
    let stride = container.pointee.first.stride
    if (1...8).contains(plan.pointee.denseSize) { return appendWords(of: table, plan, stride) }
    if let members = SmallEnum(plan), appendPairs(of: table, members, stride) { return }
    appendRuns(table.count) { encoder, begin in
      table.forEachBucket { bucket in
        begin(encoder.count)
        encoder.appendMember(plan, table.keys + bucket &* stride)
      }
    }
  }

  /// Appends the number of a dictionary's pairs, and the pairs in order.
  mutating func appendDictionary(
    _ table: NativeTable, _ container: UnsafePointer<ContainerPlan>
  ) {
    append(UInt64(table.count))
    let (key, value) = (container.pointee.first, container.pointee.second)
    let (keyPlan, valuePlan) = (key.slot.pointee.plan, value.slot.pointee.plan)
    appendRuns(table.count) { encoder, begin in
      table.forEachBucket { bucket in
        begin(encoder.count)
        encoder.appendMember(keyPlan, table.keys + bucket &* key.stride)
        encoder.appendMember(valuePlan, table.values + bucket &* value.stride)
      }
    }
  }

  /// Members of one word each, sorted where they are.
  private mutating func appendWords(
    of table: NativeTable, _ plan: UnsafePointer<PlanRecord>, _ stride: Int
  ) {
    let start = count
    table.forEachBucket { append(table.keys + $0 &* stride, count: plan.pointee.denseSize) }
    var words = UnsafeMutableBufferPointer(start: storage + start, count: count - start)
    words.sort()
  }

  /// Members of two words at most, a tag and a payload, sorted as they come; false, and nothing is
  /// appended, where one is something else.
  private mutating func appendPairs(
    of table: NativeTable, _ members: SmallEnum, _ stride: Int
  ) -> Bool {
    // Many are better sorted otherwise.
    if table.count > 64 { return false }
    return withUnsafeTemporaryAllocation(
      of: SmallEnum.Value.self, capacity: table.count + 1
    ) { sorted in
      var made = 0
      table.forEachBucket { bucket in
        guard let value = members.value(at: table.keys + bucket &* stride) else { return }
        var place = made
        while place > 0, value.precedes(sorted[place &- 1]) {
          sorted[place] = sorted[place &- 1]
          place &-= 1
        }
        sorted[place] = value
        made &+= 1
      }
      guard made == table.count else { return false }
      for index in 0..<made {
        append(sorted[index].tag)
        if sorted[index].hasPayload { append(sorted[index].payload) }
      }
      return true
    }
  }

  /// Members have no position: their path says only that they are members.
  @inline(__always)
  fileprivate mutating func appendMember(
    _ plan: UnsafePointer<PlanRecord>, _ member: UnsafeRawPointer
  ) {
    let entered = enter("[]")
    nested(plan, member)
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
    let wasClosed = names?.isClosed
    closeNames()
    defer { if let wasClosed { names?.isClosed = wasClosed } }
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
