/// An enum each of whose payloads, if it has one, is a word of plain bytes where it lies.
///
/// Such are most members of sets: they are encoded without going through a plan.
struct SmallEnum {
  private let plan: UnsafePointer<EnumPlan>

  /// Nil where a plan encodes anything else.
  @inline(__always)
  init?(_ record: UnsafePointer<PlanRecord>) {
    guard record.pointee.count == 1, record.pointee.steps[0].operation == .enumeration,
      record.pointee.steps[0].offset == 0,
      let plan = record.pointee.steps[0].detail?.assumingMemoryBound(to: EnumPlan.self),
      plan.pointee.isSmall
    else { return nil }
    self.plan = plan
  }

  /// A value as a word, its tag in the lowest byte; nil where its payload leaves no room for that,
  /// or it is of a case that no record names.
  @inline(__always)
  func word(at address: UnsafeRawPointer) -> UInt64? {
    let tag = plan.pointee.tags.tag(at: address)
    guard tag < plan.pointee.caseCount else { return nil }
    guard let payload = plan.pointee.cases[tag].payload else {
      return UInt64(truncatingIfNeeded: tag)
    }
    let held = StructuralEncoder.word(at: address, size: payload.pointee.plan.pointee.denseSize)
    return held &>> 56 == 0 ? held &<< 8 | UInt64(truncatingIfNeeded: tag) : nil
  }
}

extension EnumPlan {
  /// Whether ``SmallEnum`` can read it.
  fileprivate var isSmall: Bool {
    guard case .inPlace = access, caseCount < 256 else { return false }
    for index in 0..<caseCount {
      guard let payload = cases[index].payload else { continue }
      if cases[index].isIndirect || !(1...8).contains(payload.pointee.plan.pointee.denseSize) {
        return false
      }
    }
    return true
  }
}
