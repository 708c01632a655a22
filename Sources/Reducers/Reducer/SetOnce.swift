import Synchronization

/// A value that is made when it is first needed, and by whichever thread needs it first.
///
/// `@unchecked Sendable` holds because what is published is never changed or freed before the end.
package final class SetOnce<Value>: @unchecked Sendable {
  private final class Box {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private let box = Atomic<UInt>(0)

  package init() {}

  /// The value, once it was set.
  package var value: Value? {
    UnsafeRawPointer(bitPattern: box.load(ordering: .acquiring)).map {
      Unmanaged<Box>.fromOpaque($0).takeUnretainedValue().value
    }
  }

  /// Sets the value, unless another thread has been quicker.
  ///
  /// - Returns: The value that is set now.
  package func set(_ value: Value) -> Value {
    let made = Unmanaged.passRetained(Box(value))
    let (isOurs, _) = box.compareExchange(
      expected: 0, desired: UInt(bitPattern: made.toOpaque()), ordering: .acquiringAndReleasing)
    if !isOurs { made.release() }
    return self.value ?? value
  }

  deinit {
    UnsafeRawPointer(bitPattern: box.load(ordering: .acquiring)).map {
      Unmanaged<Box>.fromOpaque($0).release()
    }
  }
}
