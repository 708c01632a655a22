import Foundation

extension DependencyContext {
  /// The context of this process, found out once: environment, previews, tests, else live.
  package static let detected = Self.detect(
    environment: ProcessInfo.processInfo.environment,
    arguments: ProcessInfo.processInfo.arguments,
    isTestingLoaded: isTestingLibraryLoaded())

  static func detect(
    environment: [String: String], arguments: [String], isTestingLoaded: Bool
  ) -> Self {
    if let named = [live, preview, test].first(where: {
      $0.description == environment["SWIFT_DEPENDENCIES_CONTEXT"]
    }) {
      return named
    }
    if environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" { return .preview }
    let runsTests =
      testVariables.contains { environment[$0] != nil } || arguments.contains(where: isTestArgument)
    return runsTests || isTestingLoaded ? .test : .live
  }

  private static let testVariables = [
    "XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestSessionIdentifier",
    "SWIFT_TESTING_ENABLED",
  ]

  /// Whether an argument is that of a test runner: a test bundle, or the name of the runner itself.
  private static func isTestArgument(_ argument: String) -> Bool {
    let name = argument.split(separator: "/").last.map(String.init) ?? argument
    return name.hasSuffix(".xctest") || name == "--testing-library" || name == "xctest"
      || name == "swiftpm-testing-helper"
  }

  /// Whether Swift Testing or XCTest is in the process: asks the linker for a symbol of each.
  private static func isTestingLibraryLoaded() -> Bool {
    #if canImport(Darwin)
      // RTLD_DEFAULT, a macro that Swift does not import.
      let everywhere = UnsafeMutableRawPointer(bitPattern: -2)
    #else
      let everywhere: UnsafeMutableRawPointer? = nil
    #endif
    #if os(Windows) || os(WASI)
      return false
    #else
      let typeDescriptors = [
        "$s7Testing4TestVMn", "$s6XCTest0A4CaseCMn", "OBJC_CLASS_$_XCTestCase",
      ]
      return typeDescriptors.contains { dlsym(everywhere, $0) != nil }
    #endif
  }
}
