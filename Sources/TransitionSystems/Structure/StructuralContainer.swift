/// A collection of the standard library whose elements are encoded, not its storage.
protocol StructuralContainer {
  /// The types whose plans `encodeElements` needs.
  static var elementTypes: [Any.Type] { get }

  /// Appends the number of elements and the elements of the container at an address.
  static func encodeElements(
    at source: UnsafeRawPointer, plans: [UnsafeMutablePointer<PlanSlot>],
    into encoder: inout StructuralEncoder)
}

/// A container whose elements can be read, and written, where they are stored.
protocol NativeContainer: StructuralContainer {
  static var storage: NativeStorage { get }

  /// Gives the container at an address storage of its own, with the same in the same places.
  static func makeUnshared(at place: UnsafeMutableRawPointer)
}

extension StructuralEncoder {
  mutating func runContainer(_ step: StructuralStep, _ source: UnsafeRawPointer) {
    guard let plan = step.detail?.assumingMemoryBound(to: ContainerPlan.self) else { return }
    switch plan.pointee.storage {
    case .array:
      let elements = NativeElements(array: source, alignment: plan.pointee.first.alignment)
      append(UInt64(elements.count))
      appendElements(
        plan.pointee.first.slot.pointee.plan, elements.start, count: elements.count,
        stride: plan.pointee.first.stride)
    case .set: appendSet(NativeTable(set: source), plan)
    case .dictionary: appendDictionary(NativeTable(dictionary: source), plan)
    case nil:
      plan.pointee.container.encodeElements(
        at: source, plans: plan.pointee.elements, into: &self)
    }
  }

  mutating func runFixedArray(_ step: StructuralStep, _ source: UnsafeRawPointer) {
    guard let slot = step.detail?.assumingMemoryBound(to: PlanSlot.self) else { return }
    let plan = slot.pointee.plan
    let stride = RuntimeMetadata(slot.pointee.type).witnesses.pointee.stride
    appendElements(plan, source, count: step.count, stride: stride)
  }

  /// Appends elements that lie one after the other; plain ones in a single copy.
  mutating func appendElements(
    _ plan: UnsafePointer<PlanRecord>, _ start: UnsafeRawPointer, count: Int, stride: Int
  ) {
    if plan.pointee.denseSize == stride {
      return append(start, count: count * stride)
    }
    for index in 0..<count {
      let entered = enter("[\(index)]")
      nested(plan, start + index * stride)
      leave(entered)
    }
  }
}

extension Array: NativeContainer {
  static var elementTypes: [Any.Type] { [Element.self] }
  static var storage: NativeStorage { .array }

  static func makeUnshared(at place: UnsafeMutableRawPointer) {
    place.assumingMemoryBound(to: Self.self).pointee.withUnsafeMutableBufferPointer { _ in }
  }

  static func encodeElements(
    at source: UnsafeRawPointer, plans: [UnsafeMutablePointer<PlanSlot>],
    into encoder: inout StructuralEncoder
  ) {
    source.assumingMemoryBound(to: Self.self).pointee.withUnsafeBufferPointer {
      encodeBuffer($0, plans, &encoder)
    }
  }
}

extension ContiguousArray: NativeContainer {
  static var elementTypes: [Any.Type] { [Element.self] }
  static var storage: NativeStorage { .array }

  static func makeUnshared(at place: UnsafeMutableRawPointer) {
    place.assumingMemoryBound(to: Self.self).pointee.withUnsafeMutableBufferPointer { _ in }
  }

  static func encodeElements(
    at source: UnsafeRawPointer, plans: [UnsafeMutablePointer<PlanSlot>],
    into encoder: inout StructuralEncoder
  ) {
    source.assumingMemoryBound(to: Self.self).pointee.withUnsafeBufferPointer {
      encodeBuffer($0, plans, &encoder)
    }
  }
}

/// A slice's start index can be seen by a program and is encoded; what lies outside cannot.
extension ArraySlice: StructuralContainer {
  static var elementTypes: [Any.Type] { [Element.self] }

  static func encodeElements(
    at source: UnsafeRawPointer, plans: [UnsafeMutablePointer<PlanSlot>],
    into encoder: inout StructuralEncoder
  ) {
    let slice = source.assumingMemoryBound(to: Self.self).pointee
    encoder.append(UInt64(bitPattern: Int64(slice.startIndex)))
    slice.withUnsafeBufferPointer { encodeBuffer($0, plans, &encoder) }
  }
}

private func encodeBuffer<Element>(
  _ buffer: UnsafeBufferPointer<Element>, _ plans: [UnsafeMutablePointer<PlanSlot>],
  _ encoder: inout StructuralEncoder
) {
  encoder.append(UInt64(buffer.count))
  guard let start = buffer.baseAddress, !buffer.isEmpty else { return }
  encoder.appendElements(
    plans[0].pointee.plan, UnsafeRawPointer(start), count: buffer.count,
    stride: MemoryLayout<Element>.stride)
}
