import Foundation

extension DependencyValues {
  /// Lends a random number generator; in tests, always the same numbers and a report until set.
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[WithRandomNumberGeneratorKey.self] }
    set { self[WithRandomNumberGeneratorKey.self] = newValue }
  }
}

/// Lends a random number generator to a closure.
///
/// ```swift
/// withRandomNumberGenerator { generator in Int.random(in: 1...6, using: &generator) }
/// ```
///
/// One closure at a time has the generator; it must not ask for it again.
public struct WithRandomNumberGenerator: Sendable {
  private let shared: Shared

  /// Creates one that lends a generator, whose state goes on from loan to loan.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    shared = Shared(generator)
  }

  /// Lends the generator.
  public func callAsFunction<Result>(
    _ work: (inout any RandomNumberGenerator & Sendable) throws -> Result
  ) rethrows -> Result {
    try shared.lend(to: work)
  }

  /// Unchecked, for the generator is touched only under the lock.
  private final class Shared: @unchecked Sendable {
    private let lock = NSLock()
    private var generator: any RandomNumberGenerator & Sendable

    init(_ generator: any RandomNumberGenerator & Sendable) { self.generator = generator }

    func lend<Result>(
      to work: (inout any RandomNumberGenerator & Sendable) throws -> Result
    ) rethrows -> Result {
      lock.lock()
      defer { lock.unlock() }
      return try work(&generator)
    }
  }
}

private enum WithRandomNumberGeneratorKey: DependencyKey {
  static let liveValue = WithRandomNumberGenerator(SystemRandomNumberGenerator())
  static var testValue: WithRandomNumberGenerator {
    PlaceholderTestValue.note()
    return WithRandomNumberGenerator(SplitMix64(state: 0))
  }
}

/// Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
private struct SplitMix64: RandomNumberGenerator, Sendable {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
