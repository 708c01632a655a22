import Foundation

/// How fast a spec is fuzzed: events a second, once its automata are known.
public struct FuzzingSpeed: Sendable {
  /// Events taken while measuring.
  public let events: Int
  /// Seconds they took.
  public let seconds: Double

  /// Events a second.
  public var rate: Double { Double(events) / seconds }

  /// Walks to warm up, then walks for at least `seconds`.
  ///
  /// - Throws: ``SpecificationError`` if the spec cannot run.
  public static func measure(
    _ spec: AnySpec, seconds: Double
  ) throws -> FuzzingSpeed {
    let run = try SpecRun(spec)
    return run.machine.perform {
      let limits = FuzzLimits(walks: nil)
      let fuzzer = Fuzzer(run.machine, seed: 1, limits: limits)
      fuzzer.run { $0.walks >= 2_000 }
      let (before, start) = (fuzzer.coverage.total, DispatchTime.now().uptimeNanoseconds)
      func elapsed() -> Double {
        Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
      }
      fuzzer.run { _ in elapsed() >= seconds }
      return FuzzingSpeed(events: fuzzer.coverage.total - before, seconds: elapsed())
    }
  }
}
