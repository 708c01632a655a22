/// The plan of one type, held by a caller that knows values only by their address.
package struct ErasedPlan: Sendable {
  let reference: PlanReference

  package init<Value>(of type: Value.Type) {
    reference = PlanRegistry.plan(for: type)
  }
}

extension StructuralEncoder {
  /// Appends the encoding of the value at an address, without its type.
  package mutating func encode(at address: UnsafeRawPointer, with plan: ErasedPlan) {
    begin(plan.reference.record, address)
  }
}

/// The stored properties of a struct, each with its own plan.
package struct FieldPlans: Sendable {
  private struct Field: Sendable {
    let name: String
    let offset: Int
    let size: Int
    let plan: PlanReference
  }

  private let fields: [Field]

  /// The names in declared order; empty where the type is no struct or its records were stripped.
  package var names: [String] { fields.map(\.name) }

  package init<Value>(of type: Value.Type) {
    let properties =
      MetadataKind(type) == .structure ? RuntimeMetadata(type).storedProperties ?? [] : []
    fields = properties.filter { $0.ownership == .strong }.map {
      Field(
        name: $0.name, offset: $0.offset, size: RuntimeMetadata($0.type).witnesses.pointee.size,
        plan: PlanRegistry.plan(for: $0.type))
    }
  }

  /// Whether the field at an index is the same in memory in two values.
  package func isSame(
    _ index: Int, _ one: UnsafeRawPointer, _ two: UnsafeRawPointer
  ) -> Bool {
    let field = fields[index]
    return memoryEquals(one + field.offset, two + field.offset, field.size)
  }

  /// The fingerprint of the field at an index of the value at an address.
  package func fingerprint(
    _ index: Int, at address: UnsafeRawPointer, _ encoder: inout StructuralEncoder
  ) -> UInt64 {
    encoder.removeAll()
    encoder.begin(fields[index].plan.record, address + fields[index].offset)
    return encoder.fingerprint
  }
}
