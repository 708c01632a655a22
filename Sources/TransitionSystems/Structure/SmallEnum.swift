/// An enum each of whose payloads, if it has one, is a word of plain bytes where it lies.
///
/// Such are most members of sets: they are encoded without going through a plan.
struct SmallEnum {
  private let plan: UnsafePointer<EnumPlan>

  /// A value's tag and payload.
  struct Value: BitwiseCopyable {
    let tag: UInt64
    let payload: UInt64
    let hasPayload: Bool

    /// Whether its words come before those of another value.
    @inline(__always)
    func precedes(_ other: Value) -> Bool {
      tag == other.tag ? payload < other.payload : tag < other.tag
    }
  }

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

  /// Reads a value; nil where it is of a case that no record names.
  @inline(__always)
  func value(at address: UnsafeRawPointer) -> Value? {
    let tag = Int(plan.pointee.enumWitnesses.enumTag(address, plan.pointee.metadata))
    guard tag < plan.pointee.caseCount else { return nil }
    let payload = plan.pointee.cases[tag].payload?.pointee.plan.pointee.denseSize ?? 0
    return Value(
      tag: UInt64(truncatingIfNeeded: tag),
      payload: payload > 0 ? StructuralEncoder.word(at: address, size: payload) : 0,
      hasPayload: payload > 0)
  }
}

extension EnumPlan {
  /// Whether ``SmallEnum`` can read it.
  fileprivate var isSmall: Bool {
    guard case .inPlace = access else { return false }
    for index in 0..<caseCount {
      guard let payload = cases[index].payload else { continue }
      if cases[index].isIndirect || !(1...8).contains(payload.pointee.plan.pointee.denseSize) {
        return false
      }
    }
    return true
  }
}
