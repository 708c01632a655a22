/// How far a search goes, and how it keeps what it meets.
public struct ExplorationLimits: Sendable, Codable {
  /// Events from an initial configuration at most; nil for no limit.
  public var depth: Int?
  /// Effects in flight at most; nil for what the spec says.
  public var inFlight: Int?
  /// Configurations at most; nil for no limit.
  public var configurations: Int?
  /// Virtual time since the start at most; nil for no limit.
  public var virtualTime: Duration?
  /// Wall time at most, in seconds; nil for no limit.
  public var seconds: Double?
  /// Bytes of memory that the process may take; nil for 80 % of what it can have.
  public var memory: Int?
  /// Threads that search; nil for one a processor.
  public var workers: Int?
  /// Whether only 64-bit fingerprints of configurations are kept.
  public var isCompact: Bool
  /// Payloads of a case that are tried where it has too many to try them all.
  public var payloads: Int
  /// How many calls ahead effects are compared whose automata are not finite; nil for not at all.
  ///
  /// Those that look the same as far as that are taken for the same, which is an assumption.
  public var lookAhead: Int?
  /// Whether the search goes on when every property is decided.
  public var keepsGoing: Bool

  /// Payloads of a case that are tried all, if there are no more.
  static var wholePayloads: Int { 64 }

  /// Sets the limits; what is left out is the default.
  public init(
    depth: Int? = nil, inFlight: Int? = nil, configurations: Int? = nil,
    virtualTime: Duration? = nil, seconds: Double? = nil, memory: Int? = nil,
    workers: Int? = nil, isCompact: Bool = false, payloads: Int = 3,
    lookAhead: Int? = nil, keepsGoing: Bool = false
  ) {
    self.depth = depth
    self.inFlight = inFlight
    self.configurations = configurations
    self.virtualTime = virtualTime
    self.seconds = seconds
    self.memory = memory
    self.workers = workers
    self.isCompact = isCompact
    self.payloads = payloads
    self.lookAhead = lookAhead
    self.keepsGoing = keepsGoing
  }
}
