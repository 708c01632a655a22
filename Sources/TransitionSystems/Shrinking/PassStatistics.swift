/// What one shrink pass cost, and what it was good for.
public struct PassStatistics: Hashable, Sendable, CustomStringConvertible {
  /// The pass, in a few words.
  public let name: String
  /// How often the pass was run.
  public internal(set) var runs = 0
  /// How many candidates it proposed.
  public internal(set) var proposals = 0
  /// For how many of them the property was asked; the others were invalid, larger, or known.
  public internal(set) var calls = 0
  /// How many of these became the smallest counterexample so far.
  public internal(set) var gains = 0

  init(name: String) { self.name = name }

  /// One line: the name, the gains, the calls and the proposals.
  public var description: String {
    "\(name): \(gains) gains of \(calls) calls (\(proposals) proposals)"
  }
}
