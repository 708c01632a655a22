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
