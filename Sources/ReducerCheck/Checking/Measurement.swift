import Foundation

/// How fast a spec is fuzzed: events a second, once its automata are known.
public struct FuzzingSpeed: Sendable, Codable {
  /// The spec's name.
  public let spec: String
  /// Events taken while measuring.
  public let events: Int
  /// Seconds they took.
  public let seconds: Double
  /// Seconds of processor time they took: less where other programs kept the processor busy.
  public let processorSeconds: Double
  /// Events a second.
  public let rate: Double
  /// Events a second of processor time.
  public let processorRate: Double

  private init(spec: String, events: Int, seconds: Double, processorSeconds: Double) {
    self.spec = spec
    self.events = events
    self.seconds = seconds
    self.processorSeconds = processorSeconds
    rate = Double(events) / seconds
    processorRate = Double(events) / processorSeconds
  }

  /// Walks to warm up, then walks for at least `seconds`.
  ///
  /// - Throws: ``SpecificationError`` if the spec cannot run.
  public static func measure(
    _ spec: AnySpec, seconds: Double
  ) throws -> FuzzingSpeed {
    try onHarnessThread {
      let run = try SpecRun(spec)
      return run.machine.perform {
        let fuzzer = Fuzzer(run.machine, seed: 1, limits: FuzzLimits(walks: nil))
        fuzzer.run { $0.walks >= 2_000 }
        let (before, wall, processor) = (fuzzer.coverage.total, now(), processorTime())
        fuzzer.run { _ in now() - wall >= seconds }
        return FuzzingSpeed(
          spec: spec.name, events: fuzzer.coverage.total - before, seconds: now() - wall,
          processorSeconds: processorTime() - processor)
      }
    }
  }

  private static func now() -> Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }

  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// The first thing that fuzzing finds wrong with a spec, shrunk and confirmed on the live store.
public struct FirstFinding: Sendable, Codable {
  /// The spec's name.
  public let spec: String
  /// The property that is broken, or what was found without one.
  public let name: String
  /// Walks until it was found.
  public let walks: Int
  /// Events of its minimal trace.
  public let events: Int
  /// Whether the live store does the same.
  public let isConfirmed: Bool

  /// Fuzzes until something breaks; nil if nothing does within the default limits.
  ///
  /// - Throws: ``SpecificationError`` if the spec cannot run.
  public static func search(_ spec: AnySpec, seed: UInt64 = 1) throws -> FirstFinding? {
    try onHarnessThread {
      let run = try SpecRun(spec)
      return run.machine.perform {
        let fuzzer = Fuzzer(run.machine, seed: seed, limits: FuzzLimits())
        fuzzer.run { !$0.breaches.isEmpty }
        guard let breach = fuzzer.breaches.first,
          let found = run.counterexample(
            TraceRunner(machine: run.machine).trace(of: breach.path), breach.violation, seed: seed)
        else { return nil }
        return FirstFinding(
          spec: spec.name, name: found.violation.name, walks: fuzzer.walks,
          events: found.trace.events.count,
          isConfirmed: found.isConfirmed && found.disagreement == nil)
      }
    }
  }
}
