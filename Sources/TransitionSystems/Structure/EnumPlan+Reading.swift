extension EnumPlan {
  /// The plan of an enum, or `nil` when its cases cannot be read.
  init?(_ metadata: RuntimeMetadata) {
    guard let records = metadata.fieldRecords else { return nil }
    let memory = UnsafeMutablePointer<CasePlan>.allocate(capacity: max(1, records.count))
    for (index, record) in records.enumerated() {
      let offset = record.type.map { RuntimeMetadata($0).witnesses.pointee.boxOffset }
      let isBox = record.isIndirect && index < metadata.payloadCaseCount
      (memory + index).initialize(
        to: CasePlan(
          name: record.name, payload: record.type.map(PlanSlot.make), isIndirect: isBox,
          boxOffset: offset ?? 0))
    }
    self.metadata = metadata.address
    witnesses = metadata.witnesses
    enumWitnesses = metadata.enumWitnesses.pointee
    tags = EnumTagReader(metadata)
    cases = UnsafePointer(memory)
    caseCount = records.count
    if metadata.payloadCaseCount <= 1 || metadata.hasRuntimeEnumLayout {
      access = .inPlace
    } else {
      access = metadata.witnesses.pointee.isBitwiseTakable ? .scratch : .copy
    }
  }
}
