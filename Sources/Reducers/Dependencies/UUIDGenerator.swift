import Foundation
import Synchronization

extension DependencyValues {
  /// Makes identifiers; in tests, zero and a report until set.
  public var uuid: UUIDGenerator {
    get { self[UUIDGeneratorKey.self] }
    set { self[UUIDGeneratorKey.self] = newValue }
  }
}

/// Makes identifiers, as `uuid()`.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// Creates a generator from a closure.
  public init(_ generate: @escaping @Sendable () -> UUID) { self.generate = generate }

  /// The next identifier.
  public func callAsFunction() -> UUID { generate() }

  /// A generator of always the same identifier.
  public static func constant(_ uuid: UUID) -> Self { Self { uuid } }

  /// A new generator that counts from zero, as `UUID(0)`, `UUID(1)` and so on.
  public static var incrementing: Self {
    let counter = Counter()
    return Self { UUID(counter.next()) }
  }

  private final class Counter: Sendable {
    private let value = Atomic(0)

    func next() -> Int { value.wrappingAdd(1, ordering: .relaxed).oldValue }
  }
}

extension UUID {
  /// The identifier whose digits are a number's in hexadecimal, up to twelve of them, after zeros.
  public init(_ number: Int) {
    func byte(_ place: Int) -> UInt8 { UInt8(truncatingIfNeeded: number >> (8 * place)) }
    self.init(
      uuid: (
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, byte(5), byte(4), byte(3), byte(2), byte(1), byte(0)
      ))
  }
}

private enum UUIDGeneratorKey: DependencyKey {
  static let liveValue = UUIDGenerator { UUID() }
  static var testValue: UUIDGenerator {
    PlaceholderTestValue.note()
    return .constant(UUID(0))
  }
}
