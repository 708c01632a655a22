extension Set: NativeContainer {
  static var elementTypes: [Any.Type] { [Element.self] }
  static var storage: NativeStorage { .set }

  static func makeUnshared(at place: UnsafeMutableRawPointer) {
    let container = place.assumingMemoryBound(to: Self.self)
    container.pointee.reserveCapacity(container.pointee.capacity)
  }

  static func encodeElements(
    at source: UnsafeRawPointer, plans: [UnsafeMutablePointer<PlanSlot>],
    into encoder: inout StructuralEncoder
  ) {
    let set = source.assumingMemoryBound(to: Self.self).pointee
    let plan = plans[0].pointee.plan
    if encoder.beganSet(
      of: set.count, plan,
      { body in
        for element in set { withUnsafePointer(to: element) { body(UnsafeRawPointer($0)) } }
      })
    {
      return
    }
    encoder.appendRuns(set.count) { encoder, begin in
      for element in set {
        begin(encoder.count)
        withUnsafePointer(to: element) { encoder.appendMember(plan, $0) }
      }
    }
  }
}

extension Dictionary: NativeContainer {
  static var elementTypes: [Any.Type] { [Key.self, Value.self] }
  static var storage: NativeStorage { .dictionary }

  static func makeUnshared(at place: UnsafeMutableRawPointer) {
    let container = place.assumingMemoryBound(to: Self.self)
    container.pointee.reserveCapacity(container.pointee.capacity)
  }

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
    let plan = container.pointee.first.slot.pointee.plan
    let stride = container.pointee.first.stride
    if beganSet(
      of: table.count, plan,
      { body in
        table.forEachBucket { body(table.keys + $0 &* stride) }
      })
    {
      return
    }
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

  /// Appends the number of a set's members, and them as well where each fits in a word.
  ///
  /// - Parameter forEach: Calls a body with where each of them lies.
  /// - Returns: Whether nothing is left to append.
  @inline(__always)
  fileprivate mutating func beganSet(
    of number: Int, _ plan: UnsafePointer<PlanRecord>,
    _ forEach: ((UnsafeRawPointer) -> Void) -> Void
  ) -> Bool {
    // The lowest bit tells how members are written that can be written in two ways.
    append(UInt64(number) &<< 1)
    let size = plan.pointee.denseSize
    if (1...8).contains(size) {
      let start = count
      forEach { append(Self.word(at: $0, size: size)) }
      var words = UnsafeMutableBufferPointer(start: storage + start, count: count - start)
      words.sort()
      return true
    }
    // Many are better sorted otherwise.
    guard number <= 64, let members = SmallEnum(plan) else { return false }
    let words = makeRoom(number)
    var made = 0
    forEach { member in
      guard let word = members.word(at: member) else { return }
      var place = made
      while place > 0, word < words[place &- 1] {
        words[place] = words[place &- 1]
        place &-= 1
      }
      words[place] = word
      made &+= 1
    }
    guard made == number else { return false }
    storage[count &- 1] |= 1
    count &+= made
    return true
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
