import Foundation
import ReducerCheckTesting
import Specs
import Testing

@Suite struct `A spec is checked in one line of a test` {
  @Test func `where the corpus knows its bugs, the test passes`() { check(contador, walks: 60) }

  @Test func `where it has none, the test passes`() {
    check(contadorCancelInFlight, walks: 60)
  }

  @Test func `where a bug is new, the test fails with the report as its message`() throws {
    let empty = NSTemporaryDirectory() + "corpus-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: empty) }
    withKnownIssue {
      check(search(repaired: false), walks: 60, corpus: empty)
    } matching: { issue in
      let message = issue.comments.map(\.rawValue).joined()
      return message
        == """
        Search: "the results are the query's" fails after 4 events (shrunk from 6; 60 walks, 2,231 events).

          1. send      type("a")                        query: nil → "a", isLoading: false → true
          2. send      type("b")                        query: "a" → "b"
          3. resolve   searchClient.search("b") → "b"   isLoading: true → false, results: nil → "b"   2nd of 2 pending
          4. resolve   searchClient.search("a") → "a"   results: "b" → "a"

          Minimal: globally minimal: no trace of 3 events breaks it (all 27 configurations within 3 events checked).

        """
    }
  }
}
