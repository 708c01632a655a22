import ReducerCheck
import Testing

/// Fuzzes a spec, and fails the current test with a report for each finding that the corpus does
/// not know.
///
/// ```swift
/// @Test func `the counter holds`() { check(contador) }
/// ```
///
/// The corpus is the folder `Corpus` nearest above the test's file; its entries are replayed too.
/// A reducer that traps ends the process, which prints the path of the trace before.
///
/// - Parameters:
///   - spec: The spec.
///   - seed: The seed of all random choices: the same one gives the same result.
///   - walks: Walks at most.
///   - corpus: The folder of known traces, if it is another.
public func check(
  _ spec: some Checkable, seed: UInt64 = 1, walks: Int = 500, corpus: String? = nil,
  filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) {
  let run = TestRun(of: spec, seed: seed, walks: walks, corpus: corpus, beside: filePath)
  for failure in run.failures {
    Issue.record(Comment(rawValue: failure), sourceLocation: sourceLocation)
  }
}
