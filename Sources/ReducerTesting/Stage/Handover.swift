/// A value handed between the test and the stage, one of which waits for the other.
///
/// Sendable holds because the two never run at the same time.
struct Handover<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
