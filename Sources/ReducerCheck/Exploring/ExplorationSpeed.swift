/// How fast a spec is searched, and what that takes of memory.
public struct ExplorationSpeed: Sendable, Codable {
  /// The spec's name.
  public let spec: String
  /// Threads that searched.
  public let workers: Int
  /// Whether only fingerprints were kept.
  public let isCompact: Bool
  /// Configurations met.
  public let distinct: Int
  /// Initial configurations and steps taken.
  public let generated: Int
  /// The longest shortest way to a configuration.
  public let depth: Int
  /// Wall time.
  public let seconds: Double
  /// Bytes kept a configuration: table, encodings, steps from parents.
  public let bytesEach: Double
  /// Configurations of the widest layer: as many are held as states, once or twice.
  public let frontier: Int
  /// Memory at the process's peak, less what it had before the search; 0 where the system does not
  /// say.
  public let peakBytes: Int
  /// Whether nothing was left to meet.
  public let isClosed: Bool

  /// Configurations generated a second.
  public var rate: Double { Double(generated) / seconds }

  /// Searches a spec to its end.
  ///
  /// - Throws: ``SpecificationError`` if the spec cannot run.
  public static func measure(
    _ spec: any Checkable, _ limits: ExplorationLimits
  ) throws -> ExplorationSpeed {
    try onHarnessThread {
      let before = MemoryUse.now
      let run = try SpecRun(spec.erased, inFlight: limits.inFlight)
      let result = try Explorer(run: run, limits: limits).explore()
      return ExplorationSpeed(
        spec: spec.erased.name, workers: result.workers, isCompact: limits.isCompact,
        distinct: result.configurations, generated: result.generated, depth: result.depth,
        seconds: result.seconds, bytesEach: Double(result.bytes) / Double(result.configurations),
        frontier: result.layers.max() ?? 0, peakBytes: max(0, MemoryUse.peak - before),
        isClosed: result.isClosed)
    }
  }
}
