/// A type of the standard library that shows its members, not its storage.
protocol ShapedContainer {
  var storedShape: StoredShape { get }
}

extension Optional: ShapedContainer {
  var storedShape: StoredShape { .optional(self) }
}

extension Array: ShapedContainer {
  var storedShape: StoredShape { .list(map { $0 }) }
}

extension ContiguousArray: ShapedContainer {
  var storedShape: StoredShape { .list(map { $0 }) }
}

extension ArraySlice: ShapedContainer {
  var storedShape: StoredShape { .list(map { $0 }) }
}

extension Set: ShapedContainer {
  var storedShape: StoredShape { .set(map { $0 }) }
}

extension Dictionary: ShapedContainer {
  var storedShape: StoredShape { .dictionary(map { ($0.key, $0.value) }) }
}

extension KeyValuePairs: ShapedContainer {
  var storedShape: StoredShape { .list(map { $0 }) }
}

extension AnyHashable: ShapedContainer {
  var storedShape: StoredShape { StoredShape(of: base) }
}

extension Range: ShapedContainer {
  var storedShape: StoredShape {
    .leaf("\(describe(lowerBound))..<\(describe(upperBound))")
  }
}

extension ClosedRange: ShapedContainer {
  var storedShape: StoredShape {
    .leaf("\(describe(lowerBound))...\(describe(upperBound))")
  }
}
