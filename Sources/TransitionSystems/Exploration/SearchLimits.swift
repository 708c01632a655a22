/// How far a search may go.
package struct SearchLimits: Sendable {
  /// Events from an initial configuration at most; nil for no limit.
  package var depth: Int?
  /// Configurations at most; nil for no limit.
  package var configurations: Int?

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
  case stopped(String)
}
