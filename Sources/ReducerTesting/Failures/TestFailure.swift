/// Something that a test described otherwise than it is, or did not describe.
package struct TestFailure: Sendable {
  /// What was asked, what was found, the likeliest fix, and how to do without.
  package let message: String
  package let place: TestPlace
  /// Whether it only tells what the test left open, and fails nothing.
  package var isNotice = false
}

/// Where the failures of test stores go.
package enum TestFailureReporting {
  /// Takes the failures in the place of the test library, to look at them.
  @TaskLocal package static var recorder: (@Sendable (TestFailure) -> Void)?
}

/// The test library that a store was made under, which later is not to be asked any more.
struct FailureReporter: Sendable {
  private let recorder = TestFailureReporting.recorder
  private let library = TestLibrary.current

  func callAsFunction(_ message: String, at place: TestPlace, isNotice: Bool = false) {
    let failure = TestFailure(message: message, place: place, isNotice: isNotice)
    if let recorder = TestFailureReporting.recorder ?? recorder { return recorder(failure) }
    library.record(failure)
  }
}
