import Foundation

extension DependencyValues {
  /// Tells the date; in tests, 1970 and a report until set.
  public var date: DateGenerator {
    get { self[DateGeneratorKey.self] }
    set { self[DateGeneratorKey.self] = newValue }
  }
}

/// Tells the date, as `date()` or `date.now`.
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date

  /// Creates a generator from a closure.
  public init(_ generate: @escaping @Sendable () -> Date) { self.generate = generate }

  /// The date; setting it makes it the same for good.
  public var now: Date {
    get { generate() }
    set { generate = { newValue } }
  }

  /// The date.
  public func callAsFunction() -> Date { generate() }

  /// A generator of always the same date.
  public static func constant(_ date: Date) -> Self { Self { date } }
}

private enum DateGeneratorKey: DependencyKey {
  static let liveValue = DateGenerator { Date() }
  static var testValue: DateGenerator {
    PlaceholderTestValue.note()
    return .constant(Date(timeIntervalSince1970: 0))
  }
}
