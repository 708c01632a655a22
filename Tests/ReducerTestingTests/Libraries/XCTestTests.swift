import ReducerTesting
import Reducers
import XCTest

/// A test store in XCTest, outside of any actor.
final class NonisolatedCase: FailureKeepingCase, @unchecked Sendable {
  // Sendable, which XCTest's async tests ask for, holds because each case runs by itself.

  func testATestStoreWorks() async {
    let store = contador()
    await store.send(.pedirDato) { $0.cargando = true }
    await store.receive(\.datoRecibido.success) {
      $0.cargando = false
      $0.hecho = "dato 0"
    }
    await store.finish()
  }

  func testAFailureIsOneOfTheTestAtTheLineToBlame() async {
    keepsFailures = true
    let line = #line + 2
    let store = contador()
    await store.send(.incrementar)
    keepsFailures = false
    XCTAssertEqual(kept.map(\.line), [line])
    XCTAssertEqual(kept.map { $0.file.hasSuffix("Libraries/XCTestTests.swift") }, [true])
    XCTAssertEqual(
      kept.map(\.message),
      [
        """
        failed - The state changed after .incrementar, and the test does not describe it \
        (- before, + after):

              Contador.State(
            -   cuenta: 0
            +   cuenta: 1
                … 2 unchanged
              )

        Describe it in the closure of this call: { $0.… = … }. To describe only a part, set \
        `store.exhaustivity = .off`.
        """
      ])
  }

  func testWhatATestLeavesBehindIsAFailure() async {
    keepsFailures = true
    await leaveBehind()
    keepsFailures = false
    XCTAssertEqual(kept.map { $0.message.hasPrefix("failed - 1 action was sent") }, [true])
  }

  private func leaveBehind() async {
    let store = contador()
    await store.send(.pedirDato) { $0.cargando = true }
  }
}

/// The same on the main actor.
@MainActor
final class MainActorCase: FailureKeepingCase, @unchecked Sendable {
  func testATestStoreWorks() async {
    let store = contador()
    await store.send(.incrementar) { $0.cuenta = 1 }
    let task = await store.send(.pedirDato) { $0.cargando = true }
    await store.receive(\.datoRecibido.success) {
      $0.cargando = false
      $0.hecho = "dato 1"
    }
    await task.finish()
  }

  func testAFailureIsOneOfTheTest() async {
    keepsFailures = true
    let store = contador()
    await store.send(.incrementar)
    keepsFailures = false
    XCTAssertEqual(kept.count, 1)
  }
}

#if !canImport(Darwin)
  /// A case that can keep its failures to itself, to look at them.
  class FailureKeepingCase: XCTestCase {
    nonisolated(unsafe) var keepsFailures = false
    nonisolated(unsafe) private(set) var kept: [(message: String, file: String, line: Int)] = []

    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
      expected: Bool
    ) {
      if keepsFailures {
        kept.append((description, filePath, lineNumber))
      } else {
        super.recordFailure(
          withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
      }
    }
  }
#else
  /// A case that can keep its failures to itself, to look at them.
  class FailureKeepingCase: XCTestCase {
    nonisolated(unsafe) var keepsFailures = false
    nonisolated(unsafe) private(set) var kept: [(message: String, file: String, line: Int)] = []

    override func record(_ issue: XCTIssue) {
      if keepsFailures {
        let place = issue.sourceCodeContext.location
        kept.append(
          (issue.compactDescription, place?.fileURL.path ?? "", place?.lineNumber ?? 0))
      } else {
        super.record(issue)
      }
    }
  }
#endif
