import Testing

@testable import Reducers

@Suite struct ContextDetectionTests {
  private func detect(
    _ environment: [String: String] = [:], _ arguments: [String] = ["/usr/bin/app"],
    isTestingLoaded: Bool = false
  ) -> DependencyContext {
    .detect(
      environment: environment, arguments: arguments, isTestingLoaded: isTestingLoaded)
  }

  @Test func `an ordinary process is live`() {
    #expect(detect() == .live)
  }

  @Test func `the environment variable decides before anything else`() {
    let testing = ["/build/AppTests.xctest"]
    #expect(detect(["SWIFT_DEPENDENCIES_CONTEXT": "live"], testing) == .live)
    #expect(detect(["SWIFT_DEPENDENCIES_CONTEXT": "preview"]) == .preview)
    #expect(detect(["SWIFT_DEPENDENCIES_CONTEXT": "nonsense"]) == .live)
  }

  @Test func `previews are noticed before tests`() {
    #expect(detect(["XCODE_RUNNING_FOR_PREVIEWS": "1"], isTestingLoaded: true) == .preview)
  }

  @Test(arguments: [
    ["/build/AppTests.xctest"],
    ["/usr/libexec/swiftpm-testing-helper", "--test-bundle-path", "x"],
    ["/build/runner", "--testing-library", "swift-testing"],
    ["/usr/bin/xctest", "App"],
  ])
  func `a test runner is known by its arguments`(arguments: [String]) {
    #expect(detect([:], arguments) == .test)
  }

  @Test func `a loaded testing library makes it a test`() {
    #expect(detect(isTestingLoaded: true) == .test)
    #expect(detect(["XCTestBundlePath": "/x"]) == .test)
  }
}
