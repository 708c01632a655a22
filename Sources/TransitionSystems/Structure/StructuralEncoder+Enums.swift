/// A payload left to encode.
struct PendingPayload {
  let plan: UnsafePointer<PlanRecord>
  let base: UnsafeRawPointer
  /// How many parts of the path were entered for it.
  let entered: Int
}

extension StructuralEncoder {
  /// Appends an enum's tag and returns where its payload is left to encode.
  ///
  /// A payload whose bits are mixed with the tag is encoded at once, and `nil` returned.
  @inline(__always)
  mutating func beginEnum(
    _ step: StructuralStep, _ source: UnsafeRawPointer, _ path: @autoclosure () -> String
  ) -> PendingPayload? {
    guard let detail = step.detail?.assumingMemoryBound(to: EnumPlan.self) else { return nil }
    let tag = detail.pointee.tags.tag(at: source)
    append(UInt64(truncatingIfNeeded: tag))
    guard tag < detail.pointee.caseCount else { return beyond(detail, source, path()) }
    let chosen = detail.pointee.cases + tag
    guard let payload = chosen.pointee.payload else { return nil }
    let entered = enter(path()) + enter(chosen.pointee.name)
    let pending: PendingPayload?
    switch detail.pointee.access {
    case .inPlace:
      let base = chosen.pointee.isIndirect ? open(chosen, source) : source
      return PendingPayload(plan: payload.pointee.plan, base: base, entered: entered)
    case .scratch: pending = inScratch(detail, chosen, source, entered)
    case .copy: pending = inCopy(detail, chosen, source, UInt32(tag), entered)
    }
    if pending == nil { leave(entered) }
    return pending
  }

  /// A tag that no record names: the bits decide, and it is noticed.
  private mutating func beyond(
    _ plan: UnsafePointer<EnumPlan>, _ source: UnsafeRawPointer, _ path: String
  ) -> PendingPayload? {
    append(source, count: plan.pointee.witnesses.pointee.size)
    notice(.opaque, at: path)
    return nil
  }

  /// Where the value in an indirect case's box begins.
  @inline(__always)
  private func open(
    _ chosen: UnsafePointer<CasePlan>, _ slot: UnsafeRawPointer
  ) -> UnsafeRawPointer {
    slot.load(as: UnsafeRawPointer.self) + chosen.pointee.boxOffset
  }

  /// Strips the tag in a bitwise copy, which owns nothing and is only read while the original
  /// lives.
  private mutating func inScratch(
    _ plan: UnsafePointer<EnumPlan>, _ chosen: UnsafePointer<CasePlan>,
    _ source: UnsafeRawPointer, _ entered: Int
  ) -> PendingPayload? {
    guard let payload = chosen.pointee.payload?.pointee.plan else { return nil }
    let witnesses = plan.pointee.witnesses.pointee
    return withUnsafeTemporaryAllocation(
      byteCount: max(8, witnesses.size), alignment: witnesses.alignmentMask + 1
    ) { scratch in
      guard let bytes = scratch.baseAddress else { return nil }
      bytes.copyMemory(from: source, byteCount: witnesses.size)
      plan.pointee.enumWitnesses.projectPayload(bytes, plan.pointee.metadata)
      if chosen.pointee.isIndirect {
        // The box outlives the scratch memory.
        return PendingPayload(plan: payload, base: open(chosen, bytes), entered: entered)
      }
      nested(payload, bytes)
      return nil
    }
  }

  /// Strips the tag in a true copy, puts it back and destroys the copy.
  private mutating func inCopy(
    _ plan: UnsafePointer<EnumPlan>, _ chosen: UnsafePointer<CasePlan>,
    _ source: UnsafeRawPointer, _ tag: UInt32, _ entered: Int
  ) -> PendingPayload? {
    guard let payload = chosen.pointee.payload?.pointee.plan else { return nil }
    let witnesses = plan.pointee.witnesses.pointee
    let metadata = plan.pointee.metadata
    let copy = UnsafeMutableRawPointer.allocate(
      byteCount: max(8, witnesses.size), alignment: witnesses.alignmentMask + 1)
    defer { copy.deallocate() }
    _ = witnesses.initializeWithCopy(copy, source, metadata)
    plan.pointee.enumWitnesses.projectPayload(copy, metadata)
    nested(payload, chosen.pointee.isIndirect ? open(chosen, copy) : UnsafeRawPointer(copy))
    plan.pointee.enumWitnesses.injectTag(copy, tag, metadata)
    witnesses.destroy(copy, metadata)
    return nil
  }
}
