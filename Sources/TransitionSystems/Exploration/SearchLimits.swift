/// How far a search may go.
package struct SearchLimits: Sendable {
  /// Events from an initial configuration at most; nil for no limit.
  package var depth: Int?
  /// Configurations at most; nil for no limit.
  package var configurations: Int?
  /// Configurations that a worker takes at once, and slices between two looks at the limits.
  ///
  /// Where a search stops depends on them, and so does where a checkpoint can be.
  package var sliceSize = 256
  package var roundSize = 64

  package init(depth: Int? = nil, configurations: Int? = nil) {
    self.depth = depth
    self.configurations = configurations
  }
}

/// What ended a search.
package enum SearchEnd: Equatable, Sendable {
  /// Nothing new was left to meet.
  case closed
  /// The deepest layer allowed was reached.
  case depth
  /// As many configurations as allowed were met.
  case configurations
  /// Somebody else said so.
  case stopped(SearchStop)
  /// What was to be made again came out otherwise.
  case strayed
}

/// Why somebody stopped a search.
package struct SearchStop: Equatable, Sendable {
  package enum Kind: Sendable {
    case time
    case memory
    case interruption
    /// There is nothing left to find out.
    case decided
    /// What it finds is of no use.
    case useless
  }

  package let kind: Kind
  package let reason: String

  package init(_ kind: Kind, _ reason: String) {
    self.kind = kind
    self.reason = reason
  }
}
