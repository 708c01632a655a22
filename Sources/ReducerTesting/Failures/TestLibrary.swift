import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What runs the current test.
enum TestLibrary {
  case swiftTesting
  /// XCTest, or a test of Swift Testing from a task that does not know it.
  case unknown

  static var current: TestLibrary { Test.current == nil ? .unknown : .swiftTesting }

  func record(_ failure: TestFailure) {
    let place = failure.place
    if self == .unknown, !failure.isNotice, let fail = Self.xctFail {
      // Does nothing unless a test of XCTest runs; then again, the other library does nothing.
      fail(failure.message, place.filePath, place.line)
    }
    Issue.record(
      Comment(rawValue: failure.message), severity: failure.isNotice ? .warning : .error,
      sourceLocation: SourceLocation(
        fileID: "\(place.fileID)", filePath: "\(place.filePath)", line: Int(place.line),
        column: Int(place.column)))
  }

  // `@convention(thin)` is how a function with the Swift calling convention and no context is
  // spelled.
  private typealias XCTFailFunction = @convention(thin) (String, StaticString, UInt) -> Void

  /// `XCTFail(_:file:line:)`, if XCTest is in the process: linking it would put it into every app
  /// that links this library.
  private static let xctFail: XCTFailFunction? = {
    let name = "$s6XCTest7XCTFail_4file4lineySS_s12StaticStringVSutF"
    return dlsym(dlopen(nil, RTLD_NOW), name).map { unsafeBitCast($0, to: XCTFailFunction.self) }
  }()
}
