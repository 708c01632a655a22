import Testing

@testable import ReducerCheck

/// What is known of a space of configurations; nil for what is not.
struct KnownAnswer {
  var distinct: Int?
  /// Initial configurations and steps, those to known configurations included.
  var generated: Int?
  /// The longest shortest way to a configuration.
  var depth: Int?
  /// Configurations by depth, cumulative.
  var byDepth: [Int]?
  /// Everything that is found, by name: the length of the shortest trace to it.
  var lengths: [String: Int] = [:]
  var isClosed = true
  /// Whether what was not found is not there.
  var isProof = true
}

/// Searches a spec exactly and compactly, by one worker and by two, and expects the same answer of
/// each.
///
/// - Returns: What the exact search by one worker came to.
@discardableResult
func expectSearches(
  of spec: any Checkable, depth: Int? = nil, cap: Int? = nil, find answer: KnownAnswer,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Exploration {
  var first: Exploration?
  for (workers, isCompact) in [(1, false), (2, false), (1, true), (2, true)] {
    let way: Comment = "\(workers) workers\(isCompact ? ", compact" : "")"
    let limits = ExplorationLimits(
      depth: depth, inFlight: cap, workers: workers, isCompact: isCompact, keepsGoing: true)
    let found = try searched(spec, limits)
    func expect<Value: Equatable>(_ value: Value, _ known: Value?) {
      guard let known else { return }
      #expect(value == known, way, sourceLocation: sourceLocation)
    }
    expect(found.configurations, answer.distinct)
    expect(found.generated, answer.generated)
    expect(found.depth, answer.depth)
    expect(found.countsByDepth, answer.byDepth)
    let lengths = found.findings.map { ($0.violation.name, $0.path.steps.count) }
    expect(Dictionary(lengths, uniquingKeysWith: min), answer.lengths)
    expect(found.isClosed, answer.isClosed)
    expect(found.reservations.isEmpty, answer.isProof && !isCompact)
    first = first ?? found
  }
  return try #require(first)
}
